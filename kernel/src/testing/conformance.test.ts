// @vitest-environment happy-dom
import axe from 'axe-core'
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { namespace } from '../domain/slots.js'
import { defineOptions, flag } from '../plugins/options.js'
import { type Context, definePlugin, inlineUi, lazyView, type PluginSpec } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import { type ConformanceOptions, conformance } from './conformance.js'
import { checkEntry } from './entry-chunk.js'
import { createFakeNamespace } from './fake-namespace.js'
import type { PluginPackage } from './manifest.js'
import { checkSources } from './sources.js'

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

const everybodys: string[] = []
const madeAtRunTime = 'ctx.api.service(`horizon-$' + '{name}`).get(`/accounts/$' + '{id}`, {})'

/** Between what looks like the begin of a comment and the end of a real one. */
const afterPattern = (code: string): string => `const api = ['catalogue:/v1/*']\n${code}\n/** The end. */`

interface Planted {
  readonly spec?: Partial<PluginSpec<object, unknown>>
  readonly manifest?: object
  readonly source?: string | Readonly<Record<string, string>>
  readonly rest?: Partial<ConformanceOptions>
}
const problems = async (
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
const walletModal = (fields: object) => ({ walletModal: { ...manifest.walletModal, ...fields } })

/** The good plugin with another component in its view. */
const drawn = (component: () => ReactNode) =>
  inlineUi({
    views: [lazyView(Home, async () => ({ default: component }), { label: 'home' })],
    strings: { en: async () => ({ home: 'Home' }) },
  })

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
    walletModal: {
      ...manifest.walletModal,
      options: undefined,
      provides: ['namespace:fake', 'transactions:fake'],
      permissions,
    },
  }
  for (const { run } of conformance(plugin, { manifest: own, networks, sources: { 'index.ts': '' }, axe })) await run()
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
    [
      'a view of another plugin that it needs and the manifest lacks',
      { spec: { requiresViews: [view('@wallet-modal/receive#WalletReceive')] } },
      /^its manifest says.*requiresViews/,
    ],
    [
      'a view of another plugin that it registers and the manifest lacks',
      { spec: { views: [Home, view('@wallet-modal/account#Account')] } },
      /^its manifest says.*replacesViews/,
    ],
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
      'a setup that patches the language',
      {
        spec: {
          setup(ctx) {
            const { stringify } = JSON
            ctx.onDispose(() => {
              JSON.stringify = stringify
            })
            JSON.stringify = (value: unknown) => stringify(value)
          },
        },
      },
      /^its setup asks.*global JSON\.stringify/,
    ],
    [
      'a setup that opens a socket',
      {
        spec: {
          setup() {
            try {
              new WebSocket('wss://x.test/')
            } catch {
              // the page is offline
            }
          },
        },
      },
      /^its setup asks.*request wss/,
    ],
    [
      'a listener that stays, where another one is taken away',
      {
        spec: {
          setup(ctx) {
            const look = (): void => {}
            addEventListener('resize', () => look())
            ctx.onDispose(() => removeEventListener('resize', look))
          },
        },
      },
      /^it leaves nothing behind.*resize/,
    ],
    [
      'a listener that stays',
      { spec: { setup: (ctx) => ctx.effect(() => addEventListener('resize', () => undefined)) } },
      /^it leaves nothing behind.*resize/,
    ],
    [
      'a timer that stays',
      { spec: { setup: (ctx) => ctx.effect(() => void setTimeout(() => undefined, 10_000)) } },
      /^it leaves nothing behind.*"timers":\["setTimeout of 10000 ms at .*conformance.test/,
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
      'a text whose key is misspelt',
      {
        spec: inlineUi({
          views: [lazyView(Home, async () => ({ default: () => null }), { label: 'x' })],
          strings: { en: async () => ({ 'home.title': 'x' }), de: async () => ({ 'home.titel': 'x' }) },
        }),
      },
      /^every view.*"home\.titel" of de/,
    ],
    [
      'a camera that the manifest does not tell of',
      { spec: { permissions: { ...good.permissions, devices: ['camera'] } } },
      /^its manifest.*permissions\.devices is \[\]; the code says \["camera"\]/,
    ],
    [
      'a download that is remembered as broken',
      { spec: { ui: () => Promise.reject(new Error('never')) } },
      /^every view.*never/,
    ],
    [
      'a view whose effect is not cleaned up',
      {
        spec: drawn(() => {
          useEffect(() => addEventListener('resize', () => undefined), [])
          return 'home'
        }),
      },
      /^its views can be drawn twice.*"good#Home": a "resize" listener stays after it is closed/,
    ],
    [
      'a view whose timer goes on',
      {
        spec: drawn(() => {
          useEffect(() => void setInterval(() => undefined, 10_000), [])
          return 'home'
        }),
      },
      /^its views can be drawn twice.*"good#Home": a timer goes on/,
    ],
    [
      'a view that React objects to',
      { spec: drawn(() => [1, 2].map((one) => createElement('p', {}, one))) },
      /^its views can be drawn twice.*"good#Home".*unique "key"/,
    ],
    [
      'a view that cannot be drawn a second time',
      {
        spec: drawn(() => {
          const [state] = useState({ runs: 0 })
          useEffect(() => {
            if (++state.runs > 1) throw new Error('only once')
          }, [state])
          return 'home'
        }),
      },
      /^its views can be drawn twice.*"good#Home".*only once/,
    ],
    [
      'a view that nobody can use without seeing it',
      { spec: drawn(() => createElement('button', { type: 'button' })) },
      /^axe finds.*"good#Home": Buttons must have discernible text \(button-name\): <button/,
    ],
    ['no axe', { rest: { axe: undefined as never } }, /^axe finds.*Hand in axe-core/],
    [
      'an output that all modals share',
      { spec: { setup: () => ({ list: everybodys }) } },
      /^two modals.*its output\.list is one object for two modals/,
    ],
    [
      'a variable of the module',
      { source: 'let count = 0\nexport const next = () => count++' },
      /^two modals.*index\.ts: "count" is shared/,
    ],
    ['a signal of the module', { source: 'export const open = signal(false)' }, /^two modals.*"open" is shared/],
    ['a map of the module', { source: 'const seen: Map<string, number> = new Map()' }, /^two modals.*"seen" is shared/],
    ['no sources', { source: {} }, /^its entry.*Hand in the plugin's source files/],
    [
      'a view in the entry',
      {
        source: {
          'src/index.ts': "import { ui } from './ui.js'",
          'src/ui.ts': "import Home from './HomeView.js'",
          'src/HomeView.tsx': '',
        },
      },
      /^its entry.*src\/index\.ts → src\/ui\.ts → src\/HomeView\.tsx: a view comes with the entry/,
    ],
    [
      'an SDK in the entry',
      { source: "import { definePlugin } from '@wallet-modal/kernel'\nimport {\n  http,\n} from 'viem'" },
      /^its entry.*"viem" comes with the entry\. Load it with import\(\)/,
    ],
    [
      'the parts of views in the entry',
      { source: "export { Button } from '@wallet-modal/kernel/ui'" },
      /^its entry.*"@wallet-modal\/kernel\/ui"/,
    ],
    ['a socket', { source: 'new WebSocket("wss://x.test")' }, /^its sources.*uses WebSocket/],
    ['fetch', { source: 'await fetch("https://x.test")' }, /^its sources.*uses fetch/],
    ['localStorage', { source: 'localStorage.getItem("x")' }, /^its sources.*localStorage/],
    ['fetch behind a path pattern', { source: afterPattern('fetch("https://x.test")') }, /^its sources.*uses fetch/],
    ['a variable behind a path pattern', { source: afterPattern('let count = 0') }, /^two modals.*"count" is shared/],
    ['HTML from a text', { source: 'element.innerHTML = name' }, /^its sources.*HTML/],
    [
      'a service that is not listed',
      { source: "ctx.api.service('blockchain').get('/v1/x', {})" },
      /^its sources.*"blockchain"/,
    ],
    [
      'a service whose name is made at run time, and fits nothing that is listed',
      { source: madeAtRunTime },
      /^its sources.*"horizon-…"/,
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
    const [, among = ''] = /^\^([\w ]+)/.exec(expected.source) ?? []
    const found = await problems(planted, among)
    expect(found.filter((one) => expected.test(one)).length, found.join('\n')).toBe(1)
  })
})

test('a service and a path that are made at run time are held to what is listed, as far as they are written down', () => {
  const sources = { 'balance.ts': madeAtRunTime }
  expect(checkSources(sources, { api: ['horizon-main:/accounts/*'] })).toEqual([])
  expect(checkSources(sources, { api: ['horizon-main:/offers'] })).toEqual([
    'balance.ts asks for the path "/accounts/", which permissions.api does not list.',
  ])
})

test('what comes with the entry is told from what comes later and from types', async () => {
  const sources = {
    'src/index.ts': `
      import { definePlugin } from '@wallet-modal/kernel'
      import { plainName } from '@wallet-modal/kernel/discovery'
      import { Account } from '@wallet-modal/account/contract'
      import type { Chain } from 'viem'
      import { type Address, type Hex } from 'viem'
      export type { Hash } from 'viem'
      // import 'a comment'
      import { options } from './options'
      const ui = () => import('./ui.js')
      const sdk = async () => (await import('viem')).http`,
    'src/options.ts': '',
    'src/ui.tsx': "import 'react'",
    'src/deep/index.ts': "import 'react'",
  }
  expect(checkEntry(sources)).toEqual([])
  expect(checkEntry(sources, 'src/ui.tsx')).toEqual([
    'src/ui.tsx: a view comes with the entry. Load it with "ui: () => import(\'./ui.js\')".',
    'src/ui.tsx: "react" comes with the entry. Load it with import() inside the method that needs it.',
  ])
  expect(checkEntry(sources, 'lib/index.ts')[0]).toContain('"lib/index.ts" is not among the sources')
})

test('views are opened with their params, where the site has prepared them', async () => {
  const Page = view<{ readonly name: string }>('good#Page')
  const shown: string[] = []
  const spec = {
    ...inlineUi({
      views: [
        lazyView(Page, async () => ({ default: ({ params }) => String(shown.push(params.name)) }), {
          label: 'home',
        }),
      ],
      strings: { en: async () => ({ home: 'Home' }) },
    }),
  }
  const prepared: string[] = []
  const rest = { params: { 'good#Page': { name: 'Ada' } }, prepare: () => void prepared.push('once') }
  expect(await problems({ spec, rest })).toEqual([])
  expect([new Set(shown), prepared.length]).toEqual([new Set(['Ada']), 3])
})
