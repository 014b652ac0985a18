// @vitest-environment happy-dom
import { accountActions, createWalletModal, definePlugin, type PluginInstance } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { names } from '@wallet-modal/names'
import { onramp } from '@wallet-modal/onramp'
import { swap } from '@wallet-modal/swap'
import { describe, expect, it } from 'vitest'

const actionList = definePlugin({
  name: 'action-list',
  kernel: '^0.1',
  setup: (ctx): { offered(): readonly string[] } => {
    const actions = ctx.all(accountActions)
    return { offered: () => actions.value.map(({ id }) => id) }
  },
})

interface SiteServices {
  readonly projectId?: string
  readonly endpoints?: Readonly<Record<string, string>>
}

/** A site with one plugin. The visitor connects a wallet on Ethereum. `offered` returns the ids of the account's actions. */
async function connectedSite(plugin: PluginInstance, services: SiteServices) {
  localStorage.clear()
  const fake = createFakeNamespace('eip155')
  const plugins = [fake.plugin(), plugin, actionList()]
  const modal = createWalletModal({ prefetch: 'never', networks: fake.networks, plugins, ...services })
  await modal.connections.connect(fake.wallet.connector)
  return {
    offered: () => modal.use(actionList)?.offered(),
    [Symbol.dispose]: () => modal.dispose(),
  }
}

describe.each([
  ['swaps', swap],
  ['onramp', onramp],
  ['names', names],
])('the action %s, which needs the Blockchain API', (id, plugin) => {
  it('is not offered by a site without a project id and without an endpoint', async () => {
    using site = await connectedSite(plugin(), {})
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(site.offered()).toEqual([])
  })

  it.each<SiteServices>([{ projectId: 'test' }, { endpoints: { blockchain: 'https://api.example' } }])(
    'is offered with %j',
    async (services) => {
      using site = await connectedSite(plugin(), services)
      await waitUntil(() => expect(site.offered()).toEqual([id]))
    },
  )
})
