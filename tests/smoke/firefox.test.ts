import { openFirefox } from './support/playwright.js'
import { smoke } from './support/smoke.js'

smoke('Firefox', openFirefox)
