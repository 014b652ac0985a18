import { type AccountName, createWalletModal, definePlugin, nameSources, type WalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, type FakeNamespace } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createIdentity } from './identity.js'

type NameOnNetwork = (reference: string) => Promise<AccountName | null>

let fake: FakeNamespace
let modal: WalletModal | undefined
beforeEach(() => {
  fake = createFakeNamespace()
})
afterEach(() => modal?.dispose())

/** Identity of an account that is connected on network 1, with names from these sources. */
async function identityWith(...namesOnNetwork: readonly NameOnNetwork[]) {
  const names = definePlugin({
    name: 'names',
    kernel: '^0.1',
    permissions: { api: ['blockchain:/v1/identity/*'] },
    setup(ctx) {
      for (const nameOnNetwork of namesOnNetwork)
        ctx.add(nameSources, {
          namespace: 'fake',
          nameOf: ({ network }) => nameOnNetwork(network.reference),
          resolve: async () => 'unknown',
        })
      return ctx
    },
  })
  const created = createWalletModal({ plugins: [fake.plugin(), names()], networks: fake.networks, logLevel: 'silent' })
  modal = created
  await created.connections.connect(fake.wallet.connector)
  const ctx = created.use(names)
  if (!ctx) throw new Error('not running')
  return createIdentity(ctx)
}

it('after a switch to a network on which the account has no name, no name or avatar is shown', async () => {
  const identity = await identityWith(async (reference) =>
    reference === '1' ? { name: 'first.example', avatarUrl: 'https://images.example/1.png' } : null,
  )
  await identity.refresh()
  expect(identity.current.value).toMatchObject({ name: 'first.example' })
  fake.wallet.changeNetwork('fake:2')
  expect(identity.current.value).toBeNull()
  await identity.refresh()
  expect(identity.current.value).toBeNull()
  fake.wallet.changeNetwork('fake:1')
  await identity.refresh()
  expect(identity.current.value).toMatchObject({ name: 'first.example', avatar: 'https://images.example/1.png' })
})

it('a late reply for the previous network does not replace the name on the current one', async () => {
  let answer = (): void => undefined
  const identity = await identityWith((reference) =>
    reference === '2'
      ? Promise.resolve({ name: 'second.example' })
      : new Promise((resolve) => {
          answer = () => resolve({ name: 'first.example' })
        }),
  )
  const first = identity.refresh()
  fake.wallet.changeNetwork('fake:2')
  await identity.refresh()
  expect(identity.current.value).toMatchObject({ name: 'second.example' })
  answer()
  await first
  expect(identity.current.value).toMatchObject({ name: 'second.example' })
})

it('a name source that fails does not hide the names of the other sources', async () => {
  const broken = async () => {
    throw new Error('The node does not answer.')
  }
  const identity = await identityWith(broken, async () => ({ name: 'second.example' }))
  await identity.refresh()
  expect(identity.current.value).toMatchObject({ name: 'second.example' })
})
