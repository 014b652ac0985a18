import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '../setup/chromium.mjs'
import { freePort } from '../setup/ports.mjs'
import { run } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { scaffoldSite } from './support/site.js'

const docs = readFileSync(join(repository, 'docs/testing.md'), 'utf8')
/** The code blocks of docs/testing.md, by their file name. */
const printed = new Map(
  [...docs.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', code = '']) => [file, code] as const),
)
const ofSite = ['playwright.config.ts', 'e2e/connect.e2e.ts', 'e2e/sign.e2e.ts']
const added = ['playwright.config.ts', 'offline.config.ts', 'e2e', 'test-results', 'node_modules/@playwright']
let site: string

beforeAll(async () => {
  site = await scaffoldSite()
  for (const file of ofSite) {
    mkdirSync(dirname(join(site, file)), { recursive: true })
    writeFileSync(join(site, file), printed.get(file) ?? '')
  }
  symlinkSync(join(repository, 'node_modules/@playwright'), join(site, 'node_modules/@playwright'))
  // the printed configuration with this machine's browser, a free port, and no access to other machines
  const port = await freePort()
  const { executablePath, args } = launchOptions()
  const browser = {
    executablePath,
    args: [...args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--disable-background-networking'],
  }
  writeFileSync(
    join(site, 'offline.config.ts'),
    `import printed from './playwright.config'
const url = 'http://127.0.0.1:${port}'
const webServer = { ...Object(printed.webServer), command: 'npm run dev -- --port ${port}', url }
export default { ...printed, webServer, use: { ...printed.use, baseURL: url, launchOptions: ${JSON.stringify(browser)} } }
`,
  )
})
afterAll(() => {
  for (const path of site ? added : []) rmSync(join(site, path), { recursive: true, force: true })
})

it('the tests printed in docs/testing.md pass unchanged in a new site, without network access', async () => {
  expect([...printed.keys()]).toEqual(expect.arrayContaining(ofSite))
  expect(printed.get('e2e/connect.e2e.ts')?.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10)
  const cli = join(repository, 'node_modules/@playwright/test/cli.js')
  const offline = join(import.meta.dirname, 'support/loopback-only.mjs')
  const { ok, output } = await run(process.execPath, [cli, 'test', '--config', 'offline.config.ts', '--workers', '1'], {
    cwd: site,
    env: { ...process.env, NODE_OPTIONS: `--import=${offline}`, CI: '' },
  })
  expect(output).toContain('2 passed')
  expect(ok).toBe(true)
}, 120_000)
