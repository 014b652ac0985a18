// @vitest-environment happy-dom
import { describe, test } from 'vitest'
import { computedRequest, expectProblem, type Planted, resetEachTest } from './conformance.test.fixtures.js'

resetEachTest()

/** Source text with `code` after a string that contains `/*`, which does not begin a comment, and before a comment. */
const afterPattern = (code: string): string => `const api = ['catalogue:/v1/*']\n${code}\n/** The end. */`

describe('source files that break a rule fail the matching check', () => {
  test.each<[string, Planted, RegExp]>([
    [
      'a mutable variable at module level',
      { source: 'let count = 0\nexport const next = () => count++' },
      /^two modals.*index\.ts: "count" is shared/,
    ],
    ['a signal at module level', { source: 'export const open = signal(false)' }, /^two modals.*"open" is shared/],
    [
      'a map at module level',
      { source: 'const seen: Map<string, number> = new Map()' },
      /^two modals.*"seen" is shared/,
    ],
    ['missing source files', { source: {} }, /^its entry.*Pass the plugin's source files/],
    [
      'an entry that imports a view',
      {
        source: {
          'src/index.ts': "import { ui } from './ui.js'",
          'src/ui.ts': "import Home from './HomeView.js'",
          'src/HomeView.tsx': '',
        },
      },
      /^its entry.*src\/index\.ts → src\/ui\.ts → src\/HomeView\.tsx: the entry imports a view/,
    ],
    [
      'an entry that imports an SDK',
      { source: "import { definePlugin } from '@wallet-modal/kernel'\nimport {\n  http,\n} from 'viem'" },
      /^its entry.*the entry imports "viem"\. Load it with import\(\)/,
    ],
    [
      'an entry that exports view components',
      { source: "export { Button } from '@wallet-modal/kernel/ui'" },
      /^its entry.*"@wallet-modal\/kernel\/ui"/,
    ],
    ['a socket', { source: 'new WebSocket("wss://x.test")' }, /^its sources.*uses WebSocket/],
    ['fetch', { source: 'await fetch("https://x.test")' }, /^its sources.*uses fetch/],
    ['localStorage', { source: 'localStorage.getItem("x")' }, /^its sources.*localStorage/],
    [
      'fetch after a string that contains /*',
      { source: afterPattern('fetch("https://x.test")') },
      /^its sources.*uses fetch/,
    ],
    [
      'a variable after a string that contains /*',
      { source: afterPattern('let count = 0') },
      /^two modals.*"count" is shared/,
    ],
    ['a text that is written to innerHTML', { source: 'element.innerHTML = name' }, /^its sources.*HTML/],
    [
      'a service that is not listed',
      { source: "ctx.api.service('blockchain').get('/v1/x', {})" },
      /^its sources.*"blockchain"/,
    ],
    [
      'a service with a computed name that matches no listed service',
      { source: computedRequest },
      /^its sources.*"horizon-…"/,
    ],
    [
      'a path that is not listed',
      { source: "ctx.api.service('catalogue').get('/getSecrets', {})" },
      /^its sources.*"\/getSecrets"/,
    ],
    [
      'a method that is not listed',
      { source: "rpc.write('eth_sendRawTransaction', [])" },
      /^its sources.*eth_sendRawTransaction/,
    ],
  ])('%s', (_, planted, expected) => expectProblem(planted, expected))
})
