import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.js'
import { createTerminal } from '../fixtures/terminal.js'
import { run } from '../run.js'

const bin = { name: 'create-wallet-modal', createsByDefault: true }
const enter = '\r'
const ctrlC = '\u0003'
const questions = ['In which folder', 'Which framework', 'Which networks', 'local sandbox', 'Project id', 'Create it?']

describe('create, at a terminal', () => {
  it('asks six questions, and Enter accepts the default of each', async () => {
    using folder = createFolder()
    const terminal = createTerminal(folder.path)
    const running = run(['--no-install'], terminal.env, bin)
    for (const question of questions) await terminal.answer(question, enter)
    expect(await running).toBe(0)
    expect(JSON.parse(folder.read('my-site/wallet-modal.json'))).toMatchObject({
      networks: ['eip155:1', 'eip155:8453'],
      plugins: { '@wallet-modal/sandbox': {} },
    })
  })

  it('says what a project id is for: pairing over WalletConnect, not connecting phones at all', async () => {
    using folder = createFolder()
    const terminal = createTerminal(folder.path)
    const running = run(
      ['shop', '--no-install', '--template', 'vue', '--networks', 'eip155:10', '--sandbox'],
      terminal.env,
      bin,
    )
    await terminal.answer('Project id', enter)
    await terminal.answer('Create it?', enter)
    expect(await running).toBe(0)
    expect(terminal.text()).toContain('Project id (to pair phones over WalletConnect')
    expect(terminal.text()).not.toContain('needed to connect phones')
  })

  it('writes the answers, and asks again for a folder that is not empty', async () => {
    using folder = createFolder()
    folder.write('full/x', 'x')
    const terminal = createTerminal(folder.path)
    const running = run(['--no-install'], terminal.env, bin)
    await terminal.answer('In which folder', `full${enter}`)
    await terminal.answer('is not empty', '')
    await terminal.answer('In which folder', `shop${enter}`)
    await terminal.answer('Which framework', enter)
    await terminal.answer('Which networks', enter)
    await terminal.answer('local sandbox', 'n')
    await terminal.answer('Project id', `abc-1${enter}`)
    await terminal.answer('Create it?', enter)
    expect(await running).toBe(0)
    const site = JSON.parse(folder.read('shop/wallet-modal.json'))
    expect(site).toMatchObject({ projectId: 'abc-1' })
    expect(Object.keys(site.plugins)).not.toContain('@wallet-modal/sandbox')
  })

  it('does not ask for settings that flags give', async () => {
    using folder = createFolder()
    const terminal = createTerminal(folder.path)
    const running = run(
      ['shop', '--no-install', '--template', 'vue', '--networks', 'eip155:10', '--no-sandbox', '--project-id', 'x'],
      terminal.env,
      bin,
    )
    await terminal.answer('Create it?', enter)
    expect(await running).toBe(0)
    expect(terminal.text()).not.toMatch(/In which folder|Which framework|Which networks|local sandbox\?|Project id \(/)
  })

  it.each(questions)('N5 writes nothing after Ctrl-C at the question "%s"', async (last) => {
    using folder = createFolder()
    const terminal = createTerminal(folder.path)
    const running = run(['--no-install'], terminal.env, bin)
    for (const question of questions) {
      await terminal.answer(question, question === last ? ctrlC : enter)
      if (question === last) break
    }
    expect(await running).toBe(130)
    expect(folder.snapshot()).toEqual({})
  })

  it('writes nothing when the plan is declined', async () => {
    using folder = createFolder()
    const terminal = createTerminal(folder.path)
    const running = run(
      ['shop', '--no-install', '--template', 'vue', '--networks', 'eip155:1', '--sandbox', '--project-id', 'x'],
      terminal.env,
      bin,
    )
    await terminal.answer('Create it?', 'n')
    expect(await running).toBe(130)
    expect(folder.snapshot()).toEqual({})
  })
})
