// @vitest-environment happy-dom
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { defineOptions, flag, type OptionShape } from '../plugins/options.js'
import { lazyView } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import { conformance } from './conformance.js'
import { computedRequest, manifest, problems, resetEachTest } from './conformance.test.fixtures.js'
import { checkEntry } from './entry-chunk.js'
import { createFakeNamespace } from './fake-namespace.js'
import { inlineUi } from './inline-ui.js'
import { checkSources } from './sources.js'

resetEachTest()

test('a good plugin passes every check', async () => {
  expect(await problems()).toEqual([])
})

test('a plugin with a code option in its schema passes, and the manifest lists the option only in codeOptions', async () => {
  const onGoal: OptionShape<() => void> = { json: {}, check: () => undefined }
  const spec = { options: defineOptions({ big: flag, onGoal }, ['onGoal']) }
  const rest = { options: { onGoal: () => undefined } }
  const codeOptions = [{ name: 'onGoal', required: true }]
  const declared = { walletModal: { ...manifest.walletModal, codeOptions } }
  expect(await problems({ spec, rest, manifest: declared })).toEqual([])
  expect(await problems({ spec, rest }, 'its manifest')).toEqual([expect.stringContaining('walletModal.options')])
})

test('a namespace plugin passes every check', async () => {
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

test('a computed service name or path is checked up to its variable part', () => {
  const sources = { 'balance.ts': computedRequest }
  expect(checkSources(sources, { api: ['horizon-main:/accounts/*'] })).toEqual([])
  expect(checkSources(sources, { api: ['horizon-main:/offers'] })).toEqual([
    'balance.ts uses the path "/accounts/", which permissions.api does not list.',
  ])
})

test('static imports are distinguished from dynamic and type imports', async () => {
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
    'src/ui.tsx: the entry imports a view. Load it with "ui: () => import(\'./ui.js\')".',
    'src/ui.tsx: the entry imports "react". Load it with import() inside the method that needs it.',
  ])
  expect(checkEntry(sources, 'lib/index.ts')[0]).toContain('"lib/index.ts" is not in "sources"')
})

test('views are opened with their params, after the modal was prepared', async () => {
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
