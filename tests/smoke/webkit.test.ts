import { smoke } from './support/smoke.js'
import { openWebkit } from './support/webkit.js'

smoke('WebKitGTK', openWebkit)
