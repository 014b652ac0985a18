import axe from 'axe-core'
import { createElement } from 'react'
import { afterEach, expect } from 'vitest'
import { defineOptions, flag } from '../plugins/options.js'
import { type Context, definePlugin, lazyView, type PluginSpec } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import { type ConformanceOptions, conformance } from './conformance.js'
import { inlineUi } from './inline-ui.js'
import type { PluginPackage } from './manifest.js'

export const Home = view('good#Home')
export const good = {
  name: 'good',
  kernel: '^0.1',
  options: defineOptions({ big: flag }),
  permissions: { api: ['catalogue:/getWallets', 'rpc:eth_call'], storage: ['own'] },
  ...inlineUi({
    views: [lazyView(Home, async () => ({ default: () => createElement('p', {}, 'home') }), { label: 'home' })],
    strings: { en: async () => ({ home: 'Home' }), de: async () => ({ home: 'Start' }) },
  }),
  setup: (ctx: Context): unknown => ctx.effect(() => void ctx.storage.set('own', 1)),
} satisfies PluginSpec<object, unknown>

export const manifest: PluginPackage = {
  name: 'good',
  peerDependencies: { '@wallet-modal/kernel': '0.1.0' },
  walletModal: {
    id: 'good',
    export: 'good',
    title: 'Good',
    description: 'A good plugin',
    kernel: '^0.1',
    options: {
      title: 'Options',
      type: 'object',
      additionalProperties: false,
      properties: { big: { description: 'Big', type: 'boolean' } },
    },
    permissions: { api: ['catalogue:/getWallets', 'rpc:eth_call'], storage: ['own'] },
  },
}

export const source = `
  // fetch('/in a comment') and localStorage
  ctx.api.service('catalogue').get('/getWallets', { schema })
  ctx.api.rpc(id).read('eth_call', [], { schema })`

export const computedRequest = 'ctx.api.service(`horizon-$' + '{name}`).get(`/accounts/$' + '{id}`, {})'
export interface Planted {
  readonly spec?: Partial<PluginSpec<object, unknown>>
  readonly manifest?: object
  readonly source?: string | Readonly<Record<string, string>>
  readonly rest?: Partial<ConformanceOptions>
}

export const problems = async (
  { spec, manifest: other, source: text = source, rest }: Planted = {},
  among = '',
): Promise<readonly string[]> => {
  const plugin = definePlugin<object, unknown>({ ...good, ...spec })
  const files = typeof text === 'string' ? { 'index.ts': text } : text
  const checks = conformance(plugin, { manifest: { ...manifest, ...other }, sources: files, axe, ...rest })
  const failed: string[] = []
  for (const { name, run } of checks)
    if (name.startsWith(among)) await run().catch((error: Error) => failed.push(`${name}: ${error.message}`))
  return failed
}

/** Runs the checks whose names match the start of `expected`. Exactly one failure must match `expected`. */
export async function expectProblem(planted: Planted, expected: RegExp): Promise<void> {
  const [, among = ''] = /^\^([\w ]+)/.exec(expected.source) ?? []
  const failed = await problems(planted, among)
  expect(failed.filter((problem) => expected.test(problem)).length, failed.join('\n')).toBe(1)
}

export function resetEachTest(): void {
  afterEach(() => localStorage.clear())
}
