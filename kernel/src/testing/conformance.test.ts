// @vitest-environment happy-dom
import { createElement } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { namespace } from '../domain/slots.js'
import { defineOptions, flag } from '../options.js'
import { type Context, definePlugin, inlineUi, lazyView, type PluginSpec } from '../plugin.js'
import { view } from '../token.js'
import { conformance } from './conformance.js'
import { createFakeNamespace } from './fake-namespace.js'
import type { PluginPackage } from './manifest.js'

const Home = view('good#Home')
const good = {
  name: 'good',
  kernel: '^0.1',
  options: defineOptions({ big: flag }),
  permissions: { api: ['catalogue:/getWallets', 'rpc:eth_call'], storage: ['own'] },
  ...inlineUi({
    views: [lazyView(Home, async () => ({ default: () => createElement('p', {}, 'home') }), { label: 'home' })],
    strings: { en: async () => ({ home: 'Home' }), de: async () => ({ home: 'Start' }) },
  }),
  setup: (ctx: Context): unknown => ctx.effect(() => ctx.storage.set('own', 1)),
} satisfies PluginSpec<object, unknown>
const manifest: PluginPackage = {
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
const source = `
  // fetch('/in a comment') and localStorage
  ctx.api.service('catalogue').get('/getWallets', { schema })
  ctx.api.rpc(id).read('eth_call', [], { schema })`

interface Planted {
  readonly spec?: Partial<PluginSpec<object, unknown>>
  readonly manifest?: object
  readonly source?: string
}
const problems = async ({ spec, manifest: other, source: text = source }: Planted = {}): Promise<readonly string[]> => {
  const plugin = definePlugin<object, unknown>({ ...good, ...spec })
  const checks = conformance(plugin, { manifest: { ...manifest, ...other }, sources: { 'index.ts': text } })
  const failed: string[] = []
  for (const { name, run } of checks) await run().catch((error: Error) => failed.push(`${name}: ${error.message}`))
  return failed
}
const walletModal = (fields: object) => ({ walletModal: { ...manifest.walletModal, ...fields } })

afterEach(() => localStorage.clear())

test('a good plugin passes every check', async () => {
  expect(await problems()).toEqual([])
})

test('a namespace passes as well', async () => {
  const { plugin, networks } = createFakeNamespace()
  const { name, permissions } = plugin.spec
  const own = {
    ...manifest,
    name,
    walletModal: { ...manifest.walletModal, options: undefined, provides: ['namespace:fake'], permissions },
  }
  for (const { run } of conformance(plugin, { manifest: own, networks })) await run()
})

describe('a plugin that misbehaves fails the check that says so', () => {
  test.each<[string, Planted, RegExp]>([
    ['another name', { manifest: { name: 'other' } }, /^its manifest says.*"other"/],
    ['another kernel', { manifest: walletModal({ kernel: '^0.2' }) }, /^its manifest says.*kernel/],
    [
      'an option that the manifest lacks',
      { manifest: walletModal({ options: { type: 'object' } }) },
      /^its manifest says.*options/,
    ],
    [
      'a permission that the manifest lacks',
      { manifest: walletModal({ permissions: {} }) },
      /^its manifest says.*permissions\.api/,
    ],
    ['a need that the manifest lacks', { spec: { requires: [namespace('x')] } }, /^its manifest says.*requires/],
    ['no peer dependency on the kernel', { manifest: { peerDependencies: {} } }, /^its manifest says.*peer dependency/],
    ['O2: an install script', { manifest: { scripts: { postinstall: 'x' } } }, /^its manifest says.*postinstall/],
    [
      'a setup that throws',
      {
        spec: {
          setup: () => {
            throw new Error('no')
          },
        },
      },
      /^it starts without an error.*no/,
    ],
    ['a setup that waits', { spec: { setup: async () => undefined } }, /^it starts without an error.*asynchronous/],
    [
      'a setup that asks',
      { spec: { setup: () => void fetch('https://x.test/').catch(() => null) } },
      /^its setup asks.*request https/,
    ],
    [
      'a setup that writes a global',
      {
        spec: {
          setup: () => void Object.assign(globalThis, { [`planted${Math.round(performance.now() * 1000)}`]: 1 }),
        },
      },
      /^its setup asks.*global planted/,
    ],
    [
      'an effect that asks',
      { spec: { setup: (ctx) => ctx.effect(() => void fetch('https://x.test/').catch(() => null)) } },
      /^it asks nobody.*x\.test/,
    ],
    [
      'a listener that stays',
      { spec: { setup: (ctx) => ctx.effect(() => addEventListener('resize', () => undefined)) } },
      /^it leaves nothing behind.*resize/,
    ],
    [
      'a timer that stays',
      { spec: { setup: (ctx) => ctx.effect(() => void setTimeout(() => undefined, 10_000)) } },
      /^it leaves nothing behind.*"timers":1/,
    ],
    [
      'a node that stays',
      { spec: { setup: (ctx) => ctx.effect(() => document.body.append(document.createElement('p'))) } },
      /^it leaves nothing behind.*"nodes":1/,
    ],
    [
      'a key of its own making',
      { spec: { setup: (ctx) => ctx.effect(() => localStorage.setItem(`mine${performance.now()}`, '1')) } },
      /^what it keeps.*"mine/,
    ],
    [
      'a view without a component',
      {
        spec: inlineUi({
          views: [lazyView(Home, async () => ({}) as never, { label: 'x' })],
          strings: { en: async () => ({}) },
        }),
      },
      /^every view.*no component/,
    ],
    ['a view that the interface lacks', { spec: { views: [Home, view('good#Other')] } }, /^every view.*good#Other/],
    [
      'a text that is not in English',
      {
        spec: inlineUi({
          views: [lazyView(Home, async () => ({ default: () => null }), { label: 'x' })],
          strings: { en: async () => ({}), de: async () => ({ nur: 'nur' }) },
        }),
      },
      /^every view.*"nur" of de/,
    ],
    [
      'a download that is remembered as broken',
      { spec: { ui: () => Promise.reject(new Error('never')) } },
      /^every view.*never/,
    ],
    ['fetch', { source: 'await fetch("https://x.test")' }, /^its sources.*uses fetch/],
    ['localStorage', { source: 'localStorage.getItem("x")' }, /^its sources.*localStorage/],
    ['HTML from a text', { source: 'element.innerHTML = name' }, /^its sources.*HTML/],
    [
      'a service that is not listed',
      { source: "ctx.api.service('blockchain').get('/v1/x', {})" },
      /^its sources.*"blockchain"/,
    ],
    [
      'a path that is not listed',
      { source: "ctx.api.service('catalogue').get('/getSecrets', {})" },
      /^its sources.*"\/getSecrets"/,
    ],
    [
      'a method that is not listed',
      { source: "rpc.write('eth_sendRawTransaction', [])" },
      /^its sources.*eth_sendRawTransaction/,
    ],
  ])('%s', async (_, planted, expected) => {
    const found = await problems(planted)
    expect(found.filter((one) => expected.test(one)).length, found.join('\n')).toBe(1)
  })
})
