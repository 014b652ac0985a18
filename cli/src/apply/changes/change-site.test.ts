import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CliError } from '../../errors.js'
import { createFolder } from '../../fixtures/folder.js'
import type { ChangePlan } from '../../plan/changes/change-plan.js'
import { findManager } from '../packages/site-manager.js'
import { readLayout } from '../site/site-layout.js'
import { openJournal } from './change-journal.js'
import { changeSite } from './change-site.js'
import { journalFolder } from './journal-entry.js'

it('an error contains the original failure if the files cannot be restored', async () => {
  using site = createFolder()
  site.write('package.json', '{}')
  const cause = new CliError('INSTALL_FAILED', 'npm could not install.')
  /** Signal that stops the change once its journal is open, and makes the end of the journal impossible. */
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      if (site.snapshot()[journalFolder] === undefined) return
      mkdirSync(join(site.path, `${journalFolder}-${process.pid}/occupied`), { recursive: true })
      throw cause
    },
  })
  const files = [{ path: 'package.json', before: '{}', after: '{ "private": true }' }]
  const layout = await readLayout(site.path)
  const plan: ChangePlan = {
    ...{ before: undefined, after: undefined, layout, files, packages: [], added: [], removed: [], updated: [] },
    ...{ resolved: undefined, keptConfig: undefined },
  }
  const manager = await findManager(site.path, { chosen: 'npm', userAgent: undefined })
  const options = { folder: site.path, manager, signal, known: [], progress: () => () => {}, wantsInstall: false }
  await expect(changeSite(plan, options)).rejects.toMatchObject({
    code: 'INSTALL_FAILED',
    message: expect.stringMatching(/^npm could not install\. The site's files could not be restored: Renaming /),
    advice: expect.stringContaining('create-wallet-modal sync'),
    cause,
  })
})

it('a folder of the site that is a link to another place is refused before anything is written', async () => {
  using site = createFolder('work/site')
  mkdirSync(join(site.path, '../shared'))
  symlinkSync('../shared', join(site.path, 'src'))
  const files = [
    { path: 'package.json', root: site.path },
    { path: 'src/wallet-modal.config.ts', root: site.path },
  ]
  await expect(openJournal(site.path, files)).rejects.toMatchObject({ code: 'INVALID_PATH' })
  expect(site.snapshot()).toEqual({ src: '-> ../shared' })
})
