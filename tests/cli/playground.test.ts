import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { features } from '../../cli/dist/plan/plugins/features.js'
import { type Composition, setOption, startComposition, switchPlugin } from '../demo/playground/composition.js'
import type { Setting } from '../demo/playground/facts.js'
import { toCommand, toManifestText } from '../demo/playground/output.js'
import { firstParty } from '../demo/playground-files.mjs'
import { repository } from '../setup/workspaces.mjs'

const setting: Setting = {
  plugins: firstParty().plugins,
  flags: features.flatMap((flag) => (flag.option === undefined ? [] : [flag])),
  load: {},
  previewUrl: '',
  sandboxUrl: 'http://127.0.0.1:4700',
}
const start = startComposition(setting)
const folder = mkdtempSync(join(tmpdir(), 'playground-command-'))
const bin = join(repository, 'cli/dist/bin.js')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the playground's command with the built command line; nothing is installed. */
async function run(composition: Composition, site: string): Promise<string> {
  writeFileSync(join(folder, 'wallet-modal.json'), toManifestText(composition))
  const { command } = toCommand(composition, setting)
  const words = command.replace(
    'npm create wallet-modal@latest my-site --',
    `"${process.execPath}" "${bin}" create ${site} --no-install`,
  )
  await promisify(execFile)('sh', ['-c', words], { cwd: folder })
  return readFileSync(join(folder, site, 'wallet-modal.json'), 'utf8')
}

const connect = '@wallet-modal/connect'
const compositions: readonly (readonly [string, Composition])[] = [
  ['the initial composition', start],
  [
    'fewer plugins and no sandbox',
    switchPlugin(switchPlugin(start, '@wallet-modal/send', false), '@wallet-modal/sandbox', false),
  ],
  ['a name with quotes and a shell variable', { ...start, name: `Bob's "shop" $HOME` }],
  ['options with flags', setOption(setOption(start, connect, 'allWallets', 'HIDE'), connect, 'collapseWallets', true)],
  ['an option without a flag', setOption(start, '@wallet-modal/eip155', 'injected', false)],
  ['theme tokens', { ...start, mode: 'dark', tokens: { accent: '#0a7a4f', radius: 8 } }],
  ['one network, in German', { ...start, networks: ['eip155:10'], locale: 'de' }],
]

describe('the command of the playground', () => {
  it.each(compositions)('creates the wallet-modal.json that the playground shows: %s', async (_, composition) => {
    const site = `site-${compositions.findIndex(([, one]) => one === composition)}`
    expect(JSON.parse(await run(composition, site))).toEqual(JSON.parse(toManifestText(composition)))
  })
})
