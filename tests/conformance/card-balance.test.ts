// @vitest-environment happy-dom
import { Account } from '@wallet-modal/account/contract'
import { connectors, createNamespace, definePlugin, namespace } from '@wallet-modal/kernel'
import { createFakeDriver, createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, test } from 'vitest'
import { card } from '../third-party/card/src/index.js'

test('the example card shows no balance of the previous network or account, and reads that of the current one', async () => {
  const { name, wallet, networks } = createFakeNamespace()
  let answer: ((balance: bigint) => void) | undefined
  const answerWith = async (coins: bigint): Promise<void> => {
    await waitUntil(() => expect(answer).toBeDefined())
    answer?.(coins * 10n ** 18n)
    answer = undefined
  }
  const family = definePlugin({
    name: 'family',
    kernel: '^0.1',
    provides: [namespace(name)],
    permissions: { storage: ['connector'] },
    setup(ctx) {
      ctx.add(connectors, wallet.connector)
      const balance = (): Promise<bigint> =>
        new Promise((resolve) => {
          answer = resolve
        })
      createNamespace(ctx, name, { driver: async () => ({ ...createFakeDriver(name), balance }) })
    },
  })
  using page = await renderModal([family(), card()], { networks, view: Account })
  await page.modal.connections.connect(wallet.connector)
  const reads = (text: string): Promise<void> => waitUntil(() => expect(page.text()).toContain(text))
  await reads('Balance: unknown')
  await answerWith(5n)
  await reads('Balance: 5 COIN')

  wallet.changeNetwork('fake:2')
  await reads('Balance: unknown')
  await answerWith(3n)
  await reads('Balance: 3 COIN')

  wallet.changeAccounts(['fake-2', 'fake-1'])
  await reads('Balance: unknown')
  await answerWith(2n)
  await reads('Balance: 2 COIN')
})
