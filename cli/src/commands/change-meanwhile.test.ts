import { describe, expect, it } from 'vitest'
import type { ChangedSite } from '../fixtures/changed-site.js'
import { createStart } from '../fixtures/changes.js'

const { start, fresh } = await createStart()
const old = start.files()
const config = 'src/wallet-modal.config.ts'
const args = ['add', 'walletconnect', '--yes']

/** Runs a change and edits files during its installation; `null` removes a file. */
const runEdited = (one: ChangedSite, edits: Readonly<Record<string, string | null>>, words = args) =>
  one.run(words, { FAKE_EDIT: JSON.stringify(edits) })

/** Text of a package.json with other scripts. */
const withOwnScripts = (text: string): string => JSON.stringify({ ...JSON.parse(text), scripts: { mine: 'true' } })

describe('a file that a person edits while packages are installed', () => {
  it.each(['wallet-modal.json', 'src/wallet-modal.generated.ts'])(
    'stops a change that would write it, and is not overwritten: %s',
    async (path) => {
      using one = await fresh()
      const mine = `${old[path]}\n`
      expect(await runEdited(one, { [path]: mine })).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`"${path}" was changed by another program in the meantime`),
      })
      expect(one.files()).toEqual({ ...old, [path]: mine })
    },
  )

  it('is not created again if the person removed it', async () => {
    using one = await fresh()
    expect(await runEdited(one, { 'wallet-modal.json': null })).toMatchObject({ exitCode: 3 })
    const { 'wallet-modal.json': _, ...others } = old
    expect(one.files()).toEqual(others)
  })

  it('keeps the edit after a failed installation if the change does not write the file', async () => {
    using one = await fresh('fail')
    expect(await runEdited(one, { [config]: '// mine\n' })).toMatchObject({ exitCode: 4 })
    expect(one.files()).toEqual({ ...old, [config]: '// mine\n' })
  })

  it('keeps the edit after a failed installation if the file is package.json, and the error says so', async () => {
    using one = await fresh('fail')
    const mine = withOwnScripts(one.site.read('package.json'))
    expect(await runEdited(one, { 'package.json': mine })).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('"package.json" was edited during this run and was not restored.'),
    })
    expect(one.files()).toEqual({ ...old, 'package.json': mine })
  })

  it('keeps the edit after a successful change that does not write the file', async () => {
    using one = await fresh()
    expect(await runEdited(one, { [config]: '// mine\n' })).toMatchObject({ exitCode: 0 })
    expect(one.site.read(config)).toBe('// mine\n')
    expect(one.site.read('wallet-modal.json')).toContain('walletconnect')
  })
})

describe('a package.json whose keys the package manager reorders during the installation', () => {
  it('is restored if the installation fails', async () => {
    using probe = await fresh()
    expect(await probe.run(args)).toMatchObject({ exitCode: 0 })
    const { name, ...rest } = JSON.parse(probe.site.read('package.json'))
    using one = await fresh('fail')
    expect(await runEdited(one, { 'package.json': JSON.stringify({ ...rest, name }) })).toMatchObject({ exitCode: 4 })
    expect(one.files()).toEqual(old)
  })
})
