import { afterAll, describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { type ChangedSite, createChangedSite } from '../fixtures/changed-site.js'
import { createTerminal } from '../fixtures/terminal.js'
import { run } from '../run.js'

const bin = { name: 'create-wallet-modal', createsByDefault: true }
const enter = '\r'
const space = ' '
const ctrlC = '\u0003'
const start = await createChangedSite()
afterAll(() => start[Symbol.dispose]())
const untouched = start.files()
const fresh = (): Promise<ChangedSite> => createChangedSite('ok', start.site)

/** Installs a third-party plugin with a required option. */
function installFeesPlugin(one: ChangedSite): void {
  const options = {
    type: 'object',
    properties: { fee: { type: 'integer', minimum: 1, description: 'In basis points' } },
    required: ['fee'],
    additionalProperties: false,
  }
  const manifest = {
    id: 'fees',
    export: 'fees',
    title: 'Fees',
    description: 'Takes fees',
    kernel: '^0.1',
    options,
    codeOptions: [{ name: 'sink', required: true }],
  }
  one.site.write('node_modules/fees/package.json', { name: 'fees', version: '3.0.0', walletModal: manifest })
  one.site.write(
    'package.json',
    one.site.read('package.json').replace('"dependencies": {', '"dependencies": {\n    "fees": "3.0.0",'),
  )
}

describe('commands, at a terminal', () => {
  it('add asks for plugins, shows their permissions, and asks for confirmation', async () => {
    using one = await fresh()
    const terminal = createTerminal(one.site.path)
    const running = run(['add', '--no-install'], terminal.env, bin)
    await terminal.answer('Which plugins', `${space}${enter}`)
    await terminal.answer('Permissions of the new plugins', '')
    await terminal.answer('Change it?', enter)
    expect(await running).toBe(0)
    expect(JSON.parse(one.site.read('wallet-modal.json')).plugins).toHaveProperty('@wallet-modal/analytics')
  })

  it('N5 add, remove and set change nothing if a question is answered by Ctrl-C or "no"', async () => {
    for (const [args, question, keys] of [
      [['add'], 'Which plugins', ctrlC],
      [['add', 'solana'], 'Change it?', ctrlC],
      [['add', 'solana'], 'Change it?', 'n'],
      [['remove'], 'Which plugins', ctrlC],
      [['set'], 'Which plugin', ctrlC],
    ] as const) {
      const terminal = createTerminal(start.site.path)
      const running = run([...args, '--no-install'], terminal.env, bin)
      await terminal.answer(question, keys)
      expect(await running).toBe(130)
      expect(start.files()).toEqual(untouched)
    }
  })

  it('add asks for a required option until the value is valid, and lists the options to set in code', async () => {
    using one = await fresh()
    installFeesPlugin(one)
    const terminal = createTerminal(one.site.path)
    const running = run(['add', 'fees', '--no-install'], terminal.env, bin)
    await terminal.answer('fees.fee (In basis points', `0${enter}`)
    await terminal.answer('cannot be 0', `\u007f25${enter}`)
    await terminal.answer('was not reviewed by this project', '')
    await terminal.answer('Change it?', enter)
    expect(await running).toBe(0)
    expect(terminal.text()).toContain('needs sink as code')
    expect(JSON.parse(one.site.read('wallet-modal.json')).plugins.fees).toEqual({ fee: 25 })
  })

  it('add --yes names the flag for a missing required option, and changes nothing', async () => {
    using one = await fresh()
    installFeesPlugin(one)
    const before = one.files()
    expect(documentOf(await one.run(['add', 'fees', '--yes', '--json', '--no-install']))).toMatchObject({
      error: { code: 'USAGE', advice: expect.stringContaining('--set fees.fee=') },
    })
    expect(one.files()).toEqual(before)
    expect(
      documentOf(await one.run(['add', 'fees', '--yes', '--json', '--no-install', '--set', 'fees.fee=25'])),
    ).toMatchObject({ ok: true })
    expect(documentOf(await one.run(['set', 'fees.fee=', '--yes', '--json']))).toMatchObject({
      error: { code: 'INVALID_OPTION' },
    })
    expect(documentOf(await one.run(['set', 'fees.sink=1', '--yes', '--json']))).toMatchObject({
      error: { code: 'INVALID_OPTION', advice: expect.stringContaining('config') },
    })
  })

  it('set asks for the plugin, the option and its value', async () => {
    using one = await fresh()
    const terminal = createTerminal(one.site.path)
    const running = run(['set'], terminal.env, bin)
    await terminal.answer('Which plugin', enter)
    await terminal.answer('Which option', enter)
    await terminal.answer('leave empty to remove it', `true${enter}`)
    await terminal.answer('Change it?', enter)
    expect(await running).toBe(0)
    expect(JSON.parse(one.site.read('wallet-modal.json')).plugins['@wallet-modal/account']).toEqual({
      allowUnsupportedChain: true,
    })
  })

  it('remove also offers a plugin whose package cannot be read', async () => {
    using one = await fresh()
    const manifest = JSON.parse(one.site.read('wallet-modal.json'))
    const plugins = { ...manifest.plugins, 'wallet-modal-plugin-gone': {} }
    one.site.write('wallet-modal.json', JSON.stringify({ ...manifest, plugins }))
    const terminal = createTerminal(one.site.path)
    const running = run(['remove', '--no-install'], terminal.env, bin)
    await terminal.answer('Which plugins', `\u001b[A${space}${enter}`) // arrow up: the last choice
    await terminal.answer('Change it?', enter)
    expect(await running).toBe(0)
    expect(JSON.parse(one.site.read('wallet-modal.json')).plugins).toEqual(manifest.plugins)
  })

  it('both program names show a menu if no command is given in the folder of a site', async () => {
    for (const name of ['create-wallet-modal', 'wallet-modal']) {
      const terminal = createTerminal(start.site.path)
      const running = run([], terminal.env, { name, createsByDefault: name === bin.name })
      await terminal.answer('What would you like to do?', '\u001b[B\u001b[B\u001b[B')
      await terminal.answer('Show the plugins', enter)
      expect(await running).toBe(0)
      expect(terminal.text()).toContain('Plugins of this site')
    }
    expect(start.files()).toEqual(untouched)
  })
})
