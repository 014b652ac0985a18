// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from '@wallet-modal/kernel'
import { conformance, createFakeNamespace, type PluginPackage } from '@wallet-modal/kernel/testing'
import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { outsidePlugins } from '../third-party/pack.mjs'

const root = join(import.meta.dirname, '../../plugins')
const outside = join(import.meta.dirname, '../third-party')

interface Manifest extends PluginPackage {
  readonly walletModal: PluginPackage['walletModal'] & { readonly export: string; readonly networks?: string }
}

/** Source files that a site's page can load. Excludes tests, test tools, server programs, and pages of frames with another origin. */
function sourcesOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.name.includes('.test.'))
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !/^(?:server|testing|frame\/)/.test(relative(folder, file)))
  return Object.fromEntries(files.map((file) => [relative(root, file), readFileSync(file, 'utf8')]))
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const plugins = await Promise.all(
  [...readdirSync(root).map((name) => join(root, name)), ...outsidePlugins.map((name) => join(outside, name))].map(
    async (folder) => {
      const manifest = readJson(join(folder, 'package.json')) as Manifest
      const module: Readonly<Record<string, Plugin>> = await import(join(folder, 'src/index.ts'))
      const plugin = module[manifest.walletModal.export]
      if (!plugin) throw new Error(`${manifest.name} exports no "${manifest.walletModal.export}".`)
      return { manifest, plugin, sources: sourcesOf(join(folder, 'src')) }
    },
  ),
)

const fake = createFakeNamespace()
const zephyr = { id: 'zephyr', name: 'Zephyr', homepage: 'https://zephyr.example', mobile_link: 'zephyr://' }
/** Params of the views that require them. */
const params = {
  '@wallet-modal/account#SwitchActiveChain': { network: 'fake:2' },
  '@wallet-modal/account#SwitchNetwork': { network: 'fake:2' },
  '@wallet-modal/connect#Downloads': { wallet: zephyr },
  '@wallet-modal/connect#ConnectingMultiChain': {
    choices: [{ namespace: fake.name, connector: fake.wallet.connector }],
  },
  '@wallet-modal/email-social#EmailVerifyDevice': { email: 'ann@shop.example' },
  '@wallet-modal/email-social#EmailVerifyOtp': { email: 'ann@shop.example' },
  '@wallet-modal/email-social#UpdateEmailPrimaryOtp': { email: 'ann@shop.example' },
  '@wallet-modal/email-social#UpdateEmailSecondaryOtp': { email: 'ann@shop.example' },
  '@wallet-modal/history#TransactionDetails': { id: 'one' },
  '@wallet-modal/sandbox#Approve': {
    kind: 'message',
    domain: 'shop.example',
    address: `0x${'ab'.repeat(20)}`,
    caipNetworkId: 'eip155:31337',
    facts: [{ label: 'network', value: 'Sandbox' }],
    payload: 'Hello',
  },
  '@wallet-modal/walletconnect#ConnectingWalletConnect': { wallet: zephyr },
}

/** In a view of `connect`, the visitor chooses a chain family, so `connect` is checked together with a fake chain family. */
const besideOf = ({ spec }: Plugin) =>
  spec.name === '@wallet-modal/connect' ? { beside: [fake.plugin()], networks: fake.networks } : {}

afterEach(() => localStorage.clear())

test('the checked plugins include those of this repository and the third-party plugins', () => {
  expect(plugins.map(({ manifest }) => manifest.name)).toEqual(
    expect.arrayContaining([
      ...['account', 'connect', 'eip155', 'sandbox'].map((name) => `@wallet-modal/${name}`),
      'wallet-modal-plugin-stellar',
      '@elsewhere/wallet-modal-plugin-card',
    ]),
  )
})

describe.each(plugins.map((one) => [one.manifest.name, one] as const))('%s', (_, { plugin, manifest, sources }) => {
  for (const { name, run } of conformance(plugin, { manifest, sources, axe, params, ...besideOf(plugin) }))
    test(name, run)
})
