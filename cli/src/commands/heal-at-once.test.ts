import { afterAll, expect, it } from 'vitest'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { createChangedSite } from '../fixtures/changed-site.js'
import { faultAt } from '../fixtures/faults.js'
import { createFolder } from '../fixtures/folder.js'

/** Number of rounds. Before the fix, the race made about one round in ten fail, so one round is not enough. */
const rounds = process.env.WALLET_MODAL_LONG ? 50 : 4
const start = await createChangedSite()
afterAll(() => start[Symbol.dispose]())

it('N5 three commands that recover a killed change at the same time all succeed and restore the files', {
  timeout: 120_000,
  retry: 0, // a retry would hide a race that only some rounds lose
}, async () => {
  const seen = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    using one = await createChangedSite('ok', start.site)
    using tools = createFolder('tools')
    const before = one.files()
    await one.run(['add', 'walletconnect', '--yes', '--no-install'], faultAt(tools, 'SIGKILL', 30))
    expect(Object.keys(one.files()).filter((path) => path.startsWith(journalFolder)).length).toBeGreaterThan(0)
    const ran = await Promise.all([1, 2, 3].map(() => one.run(['remove', 'safe', '--yes', '--json'])))
    for (const { exitCode, stdout } of ran) seen.add(`${exitCode} ${exitCode === 0 ? '' : stdout.slice(0, 200)}`)
    expect(one.files()).toEqual(before)
  }
  expect([...seen]).toEqual(['0 '])
})
