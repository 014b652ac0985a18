import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { documentOf, runBin } from '../fixtures/bin.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'
import { createSite } from '../fixtures/site.js'

/** Module preloaded into a run of the bin: folders whose path matches a pattern cannot be deleted, as with an open file on Windows. */
const preload = `
import fs from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { rm } = fs
fs.rm = async (path, options) => {
  if (new RegExp(process.env.BUSY).test(path) && existsSync(path)) throw Object.assign(new Error('EBUSY: resource busy, rm'), { code: 'EBUSY' })
  return rm(path, options)
}
syncBuiltinESMExports()
`
const busy = (tools: Folder, pattern: string) => ({
  NODE_OPTIONS: `--import ${tools.write('busy.mjs', preload)}`,
  BUSY: pattern,
})

describe('a temporary folder that cannot be deleted', () => {
  it('does not make a complete change fail', async () => {
    using site = await createSite()
    using tools = createFolder('tools')
    const env = busy(tools, String.raw`${journalFolder}-\d+$`)
    const ran = await runBin(site.path, ['set', 'theme=dark', '--yes', '--json'], { env })
    expect(documentOf(ran)).toMatchObject({ ok: true })
    expect(site.read('wallet-modal.json')).toContain('"theme": "dark"')
    expect(readdirSync(site.path).filter((name) => name.startsWith(journalFolder))).toHaveLength(1)

    expect((await runBin(site.path, ['set', 'theme=light', '--yes'])).exitCode).toBe(0)
    expect(readdirSync(site.path).filter((name) => name.startsWith(journalFolder))).toEqual([])
  })

  it('is named in the error of create, after the original failure', async () => {
    using folder = createFolder()
    using tools = createFolder('tools')
    const env = { ...fakeInstall(tools, 'fail').env, ...busy(tools, String.raw`\.wallet-modal-[0-9a-f]{12}-\d+$`) }
    const [staging] = [
      expect.stringMatching(/E404 nothing here[\s\S]*Removing "[^"]*\.wallet-modal-[0-9a-f]{12}-\d+" failed/),
    ]
    expect(documentOf(await runBin(folder.path, ['shop', '--yes', '--json'], { env }))).toMatchObject({
      error: { code: 'INSTALL_FAILED', message: staging, advice: expect.stringContaining('Delete that folder') },
    })
  })
})
