import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { healChange } from '../apply/changes/change-heal.js'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { runBin } from '../fixtures/bin.js'
import { type Fault, faultAt } from '../fixtures/faults.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { createSite } from '../fixtures/site.js'

/** Distance between two interrupted steps. For `add`, see change-interrupted.test.ts. */
const every = process.env.WALLET_MODAL_LONG ? 1 : 13

interface Case {
  readonly command: string
  readonly args: readonly string[]
  site(): Promise<Folder>
}

async function page(): Promise<Folder> {
  const site = createFolder('work/site')
  site.write('package.json', '{\n  "name": "page",\n  "type": "module",\n  "devDependencies": { "vite": "8.3.8" }\n}\n')
  site.write('index.html', '<!doctype html><script type="module" src="/src/main.js"></script>\n')
  site.write('src/main.js', 'export {}\n')
  return site
}

async function editedSite(): Promise<Folder> {
  const site = await createSite()
  site.write('wallet-modal.json', site.read('wallet-modal.json').replace('"Shop"', '"Other"'))
  return site
}

const cases: readonly Case[] = [
  { command: 'init', args: ['init', '--yes', '--no-install', '--no-sandbox'], site: page },
  { command: 'set', args: ['set', 'theme=dark', 'connect.collapseWallets=true', '--yes'], site: () => createSite() },
  { command: 'remove --all', args: ['remove', '--all', '--yes', '--no-install'], site: () => createSite() },
  { command: 'sync', args: ['sync'], site: editedSite },
]

/** The site's files without packages and without drafts of a killed run, which the next change deletes. */
const filesOf = (site: Folder): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(site.snapshot()).filter(
      ([path]) => !path.startsWith('node_modules') && !new RegExp(`^\\${journalFolder}-\\d+`).test(path),
    ),
  )

function copyOf(site: Folder): Folder {
  const copy = createFolder('work/site')
  cpSync(site.path, copy.path, { recursive: true })
  return copy
}

describe.each(cases)('N5 $command, interrupted at a step that writes to the disk', ({ args, site: make }) => {
  it('is either undone or complete, after Ctrl-C or the recovery from SIGKILL', { timeout: 300_000 }, async () => {
    using start = await make()
    const old = filesOf(start)
    const disturb = async (site: Folder, fault: Fault, step: number) => {
      using tools = createFolder('tools')
      const ran = await runBin(site.path, args, { env: faultAt(tools, fault, step) })
      const log = join(tools.path, 'faults/log.txt')
      return { ...ran, log: existsSync(log) ? tools.read('faults/log.txt') : '' }
    }
    using undisturbed = copyOf(start)
    const reference = await disturb(undisturbed, 'count', 0)
    expect(reference).toMatchObject({ exitCode: 0 })
    const [newFiles, steps] = [filesOf(undisturbed), Number(reference.log)]
    expect(newFiles).not.toEqual(old)
    expect(steps).toBeGreaterThan(2)

    for (let step = 1; step <= steps; step += every) {
      using killed = copyOf(start)
      expect(await disturb(killed, 'SIGKILL', step)).toMatchObject({ exitCode: undefined, log: 'SIGKILL\n' })
      await healChange(killed.path, undefined)
      const isNew = JSON.stringify(filesOf(killed)) === JSON.stringify(newFiles)
      expect(filesOf(killed), `killed at ${step}`).toEqual(isNew ? newFiles : old)

      using stopped = copyOf(start)
      const { exitCode } = await disturb(stopped, 'SIGINT', step)
      expect([0, 130]).toContain(exitCode)
      expect(filesOf(stopped), `stopped at ${step}`).toEqual(exitCode === 0 ? newFiles : old)
    }
  })
})
