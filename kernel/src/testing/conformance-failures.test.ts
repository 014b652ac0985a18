// @vitest-environment happy-dom
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { namespace } from '../domain/slots.js'
import { lazyView } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import {
  expectProblem,
  good,
  Home,
  manifest,
  type Planted,
  problems,
  resetEachTest,
  source,
} from './conformance.test.fixtures.js'
import { inlineUi } from './inline-ui.js'

resetEachTest()

const sharedList: string[] = []
const walletModal = (fields: object) => ({ walletModal: { ...manifest.walletModal, ...fields } })
/** Fields that replace the component in the view of the plugin `good`. */
const drawn = (component: () => ReactNode) =>
  inlineUi({
    views: [lazyView(Home, async () => ({ default: component }), { label: 'home' })],
    strings: { en: async () => ({ home: 'Home' }) },
  })

describe('a faulty plugin fails the matching check', () => {
  test.each<[string, Planted, RegExp]>([
    ['another name', { manifest: { name: 'other' } }, /^its manifest matches.*"other"/],
    ['another kernel', { manifest: walletModal({ kernel: '^0.2' }) }, /^its manifest matches.*kernel/],
    [
      'an option that the manifest lacks',
      { manifest: walletModal({ options: { type: 'object' } }) },
      /^its manifest matches.*options/,
    ],
    [
      'a permission that the manifest lacks',
      { manifest: walletModal({ permissions: {} }) },
      /^its manifest matches.*permissions\.api/,
    ],
    [
      'a requirement that the manifest lacks',
      { spec: { requires: [namespace('x')] } },
      /^its manifest matches.*requires/,
    ],
    [
      'a required view of another plugin that the manifest lacks',
      { spec: { requiresViews: [view('@wallet-modal/receive#WalletReceive')] } },
      /^its manifest matches.*requiresViews/,
    ],
    [
      'a registered view of another plugin that the manifest lacks',
      { spec: { views: [Home, view('@wallet-modal/account#Account')] } },
      /^its manifest matches.*replacesViews/,
    ],
    [
      'no peer dependency on the kernel',
      { manifest: { peerDependencies: {} } },
      /^its manifest matches.*peer dependency/,
    ],
    ['O2: an install script', { manifest: { scripts: { postinstall: 'x' } } }, /^its manifest matches.*postinstall/],
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
    ['an asynchronous setup', { spec: { setup: async () => undefined } }, /^it starts without an error.*asynchronous/],
    [
      'a setup that sends a request',
      { spec: { setup: () => void fetch('https://x.test/').catch(() => null) } },
      /^its setup sends.*request https/,
    ],
    [
      'a setup that writes a global',
      {
        spec: {
          setup: () => void Object.assign(globalThis, { [`planted${Math.round(performance.now() * 1000)}`]: 1 }),
        },
      },
      /^its setup sends.*global planted/,
    ],
    [
      'an effect that sends a request',
      { spec: { setup: (ctx) => ctx.effect(() => void fetch('https://x.test/').catch(() => null)) } },
      /^it sends no request.*x\.test/,
    ],
    [
      'a setup that replaces JSON.stringify',
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
      /^its setup sends.*global JSON\.stringify/,
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
      /^its setup sends.*request wss/,
    ],
    [
      'a listener that is not removed, because another function is passed to removeEventListener',
      {
        spec: {
          setup(ctx) {
            const look = (): void => {}
            addEventListener('resize', () => look())
            ctx.onDispose(() => removeEventListener('resize', look))
          },
        },
      },
      /^it removes everything.*resize/,
    ],
    [
      'a listener that is not removed',
      { spec: { setup: (ctx) => ctx.effect(() => addEventListener('resize', () => undefined)) } },
      /^it removes everything.*resize/,
    ],
    [
      'a timer that is not cleared',
      { spec: { setup: (ctx) => ctx.effect(() => void setTimeout(() => undefined, 10_000)) } },
      /^it removes everything.*"timers":\["setTimeout of 10000 ms at .*conformance-failures.test/,
    ],
    [
      'a DOM node that is not removed',
      { spec: { setup: (ctx) => ctx.effect(() => document.body.append(document.createElement('p'))) } },
      /^it removes everything.*"nodes":1/,
    ],
    [
      'a localStorage key that is set without ctx.storage',
      { spec: { setup: (ctx) => ctx.effect(() => localStorage.setItem(`mine${performance.now()}`, '1')) } },
      /^it stores only.*"mine/,
    ],
    [
      'a style element that stays in the head',
      { spec: { setup: (ctx) => ctx.effect(() => document.head.append(document.createElement('style'))) } },
      /^it removes everything.*"nodes":1/,
    ],
    [
      'a cleanup function that throws',
      {
        spec: {
          setup: (ctx) =>
            ctx.onDispose(() => {
              throw new Error('planted cleanup')
            }),
        },
      },
      /^it removes everything.*planted cleanup/,
    ],
    [
      'a view that `views` does not list',
      { spec: { views: [] } },
      /^every view.*The view "good#Home" is registered, but "views" does not list it/,
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
    ['a view that `ui` does not register', { spec: { views: [Home, view('good#Other')] } }, /^every view.*good#Other/],
    [
      'a text that is missing in English',
      {
        spec: inlineUi({
          views: [lazyView(Home, async () => ({ default: () => null }), { label: 'x' })],
          strings: { en: async () => ({}), de: async () => ({ nur: 'nur' }) },
        }),
      },
      /^every view.*"nur" of de/,
    ],
    [
      'a misspelled key in the title of a view',
      {
        spec: inlineUi({
          views: [lazyView(Home, async () => ({ default: () => null }), { title: 'hom' })],
          strings: { en: async () => ({ home: 'Home' }) },
        }),
      },
      /^every view.*"hom" is used/,
    ],
    [
      'a misspelled key in the source',
      { source: `${source}\n// ctx.t('comment')\nctx.t('home'), ctx.t('acton', { count: 1 }), ctx.t('error.' + code)` },
      /^every view.*"acton" is used, but has no English version\.$/,
    ],
    [
      'a translation with a misspelt key',
      {
        spec: inlineUi({
          views: [lazyView(Home, async () => ({ default: () => null }), { label: 'x' })],
          strings: { en: async () => ({ 'home.title': 'x' }), de: async () => ({ 'home.titel': 'x' }) },
        }),
      },
      /^every view.*"home\.titel" of de/,
    ],
    [
      'a camera permission that the manifest lacks',
      { spec: { permissions: { ...good.permissions, devices: ['camera'] } } },
      /^its manifest.*permissions\.devices is \[\]; the code says \["camera"\]/,
    ],
    ['views that cannot be loaded', { spec: { ui: () => Promise.reject(new Error('never')) } }, /^every view.*never/],
    [
      'a view whose effect is not cleaned up',
      {
        spec: drawn(() => {
          useEffect(() => addEventListener('resize', () => undefined), [])
          return 'home'
        }),
      },
      /^its views render in strict mode.*"good#Home": a "resize" listener remains after it is closed/,
    ],
    [
      'a view whose timer is not cleared',
      {
        spec: drawn(() => {
          useEffect(() => void setInterval(() => undefined, 10_000), [])
          return 'home'
        }),
      },
      /^its views render in strict mode.*"good#Home": a timer still runs/,
    ],
    [
      'a view that causes a React warning',
      { spec: drawn(() => [1, 2].map((one) => createElement('p', {}, one))) },
      /^its views render in strict mode.*"good#Home".*unique "key"/,
    ],
    [
      'a view that throws when strict mode runs its effect again',
      {
        spec: drawn(() => {
          const [state] = useState({ runs: 0 })
          useEffect(() => {
            if (++state.runs > 1) throw new Error('only once')
          }, [state])
          return 'home'
        }),
      },
      /^its views render in strict mode.*"good#Home".*only once/,
    ],
    [
      'a view with a button without an accessible name',
      { spec: drawn(() => createElement('button', { type: 'button' })) },
      /^axe finds.*"good#Home": Buttons must have discernible text \(button-name\): <button/,
    ],
    ['a missing axe option', { rest: { axe: undefined as never } }, /^axe finds.*Pass axe-core/],
    [
      'an output that two modals share',
      { spec: { setup: () => ({ list: sharedList }) } },
      /^two modals.*its output\.list is one object for two modals/,
    ],
  ])('%s', (_, planted, expected) => expectProblem(planted, expected))

  test('a localStorage key that is always the same, although an earlier check has stored it', async () => {
    const failed = await problems({ spec: { setup: (ctx) => ctx.effect(() => localStorage.setItem('own-key', '1')) } })
    expect(failed.filter((problem) => /^it stores only.*"own-key"/.test(problem))).toHaveLength(1)
  })
})
