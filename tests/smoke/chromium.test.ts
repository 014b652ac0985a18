import { openChromium } from './support/playwright.js'
import { smoke } from './support/smoke.js'

smoke('Chromium', openChromium)
