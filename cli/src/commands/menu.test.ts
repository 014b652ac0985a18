import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { createStart } from '../fixtures/changes.js'

const { fresh } = await createStart()

describe('arguments in the folder of a site', () => {
  it.each([
    [['doctr', '--yes', '--no-install'], 'doctr', 'Did you mean "doctor"?'],
    [['lsit'], 'lsit', 'Did you mean "list"?'],
    [['--json', 'shop', '--yes'], 'shop', 'Commands: create, '],
    [['--yes', '--no-install', 'doctr'], 'doctr', 'Did you mean "doctor"?'],
    [['ad', 'solana', '--yes'], 'ad', 'Did you mean "add"?'],
  ])('%j are refused for an unknown command, and create no second site', async (args, word, advice) => {
    using one = await fresh()
    const before = one.site.snapshot()
    const ran = await one.run([...args, ...(args.includes('--json') ? [] : ['--json'])])
    expect(ran.exitCode).toBe(2)
    expect(documentOf(ran)).toMatchObject({
      error: { code: 'USAGE', message: `There is no command "${word}".`, advice: expect.stringContaining(advice) },
    })
    expect(one.site.snapshot()).toEqual(before)
  })

  it('with `create` still create a second site in a subfolder', async () => {
    using one = await fresh()
    expect(await one.run(['create', 'doctr', '--yes', '--no-install'])).toMatchObject({ exitCode: 0 })
    expect(Object.keys(one.site.snapshot())).toContain('doctr/wallet-modal.json')
  })

  it('without a command and without a terminal print help, exit with 2, and change nothing', async () => {
    using one = await fresh()
    mkdirSync(join(one.site.path, 'sub'))
    const before = one.site.snapshot()
    expect(await one.run([])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Usage: create-wallet-modal'),
    })
    expect(documentOf(await one.run(['--json']))).toMatchObject({ ok: false, error: { code: 'USAGE' } })
    expect(documentOf(await one.run([`--cwd=${one.site.path}`, '--json']))).toMatchObject({ error: { code: 'USAGE' } })
    expect(one.site.snapshot()).toEqual(before)
  })
})
