import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectSandbox } from '../e2e/support/modal.js'
import { createVisits } from '../e2e/support/visits.js'
import { freePort, isFree } from '../setup/ports.mjs'
import { complaintsOn } from './support/complaints.js'
import { type RunningDev, startDev, stillRunning } from './support/dev.js'
import { editConfig } from './support/edit-config.js'
import { sandboxPort, scaffoldSite } from './support/site.js'
import { runScripts } from './support/template-site.js'

const visits = createVisits()
let site: string
let dev: RunningDev | undefined

beforeAll(async () => {
  site = await scaffoldSite()
})
afterEach(() => {
  dev?.kill()
  dev = undefined
})

it('a new site has no lint errors, passes its own tests, and doctor reports nothing', async () => {
  await runScripts(site, ['lint', 'test', 'doctor'])
}, 120_000)

describe('wallet-modal dev in a new site', () => {
  it('prints its URLs, a visitor without a wallet connects, and Ctrl-C ends all of its processes', async () => {
    rmSync(join(site, 'node_modules/.vite'), { recursive: true, force: true }) // as before the first start
    const port = await freePort()
    dev = startDev(site, port)
    await dev.ready
    const address = `http://127.0.0.1:${port}`
    expect(printedUrls(dev.output())).toEqual([address, `http://127.0.0.1:${sandboxPort}`].sort())
    expect(dev.output()).not.toContain('Warning')

    const { page } = await visits.open(address)
    await connectSandbox(page)

    const family = dev.family()
    expect(family.length).toBeGreaterThanOrEqual(4) // `wallet-modal dev`, the site, the sandbox and its chain
    expect(await dev.pressCtrlC()).toBe(0)
    await expect.poll(() => stillRunning(family)).toEqual([])
    expect([await isFree(port), await isFree(sandboxPort)]).toEqual([true, true])
  }, 60_000)

  it('applies an edited configuration in the browser, and the visitor stays connected', async () => {
    const port = await freePort()
    dev = startDev(site, port)
    await dev.ready
    const { page } = await visits.open(`http://127.0.0.1:${port}`)
    const complaints = complaintsOn(page)
    await connectSandbox(page)
    await editConfig(site, page)
    expect(complaints).toEqual([])
  }, 60_000)
})

/** Every address in a text, once. */
const printedUrls = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/https?:\/\/[\w.:[\]-]+/g)].map(([url]) => url))].sort()
