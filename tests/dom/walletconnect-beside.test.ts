// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { nobody, stageDesks } from './support/desktop-modals.js'

const stage = stageDesks()
const { all, paired, settled } = stage

describe('a WalletConnect session beside another wallet of a chain family', () => {
  const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  /** Announces a wallet (EIP-6963), which disconnects itself on `leave()`. */
  const announce = () => {
    const listeners = new Set<(accounts: readonly string[]) => void>()
    let accounts: readonly string[] = [OTHER]
    const answers: Record<string, () => unknown> = {
      eth_accounts: () => accounts,
      eth_requestAccounts: () => accounts,
      eth_chainId: () => '0x7a69',
      wallet_revokePermissions: () => null,
    }
    const provider = {
      request: async ({ method }: { method: string }) => answers[method]?.(),
      on: (event: string, listener: (accounts: readonly string[]) => void) =>
        void (event === 'accountsChanged' && listeners.add(listener)),
      removeListener: (_: string, listener: (accounts: readonly string[]) => void) => void listeners.delete(listener),
    }
    const info = {
      uuid: '9a1f8a4e-7f6e-4f0e-8f62-5b8f0d2a3c11',
      name: 'Beside',
      icon: 'data:,',
      rdns: 'example.beside',
    }
    const announceProvider = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: Object.freeze({ info, provider: Object.freeze(provider) }),
        }),
      )
    window.addEventListener('eip6963:requestProvider', announceProvider)
    return {
      silence: () => window.removeEventListener('eip6963:requestProvider', announceProvider),
      leave() {
        accounts = []
        for (const listener of [...listeners]) listener([])
      },
    }
  }

  /** Connects all chain families over WalletConnect, then an injected wallet on eip155. */
  const connectBeside = async () => {
    await paired()
    const adapter = stage.desk.modal.connections.adapter('eip155')
    await adapter.discover()
    const beside = adapter.connectors.peek().find(({ name }) => name === 'Beside')
    if (!beside) throw new Error('not found')
    await adapter.connect(beside)
    return adapter
  }

  it('stays open while inactive, signs again once activated, and ends when its last family disconnects', async () => {
    const other = announce()
    try {
      const adapter = await connectBeside()
      expect([stage.desk.states(), stage.phone.sessions().length]).toEqual([{ ...all(), eip155: OTHER }, 1])
      other.leave()
      await settled({ ...all(), eip155: 'disconnected' })
      await new Promise((resolve) => setTimeout(resolve, 300))
      void adapter.use('walletConnect')
      expect(await adapter.signMessage('hello')).toMatch(/^0x/)
      await adapter.disconnect('walletConnect')
      await settled({ ...all(), eip155: 'disconnected' })
      expect(stage.phone.sessions()).toHaveLength(1)
      await stage.desk.modal.disconnect()
      await expect.poll(() => stage.phone.sessions()).toHaveLength(0)
    } finally {
      other.silence()
    }
  })

  it.each(['eip155', 'polkadot'])(
    '%s can be disconnected alone, and the other EVM wallet stays connected',
    async (namespace) => {
      const other = announce()
      try {
        await connectBeside()
        await stage.desk.modal.disconnect(namespace, 'walletConnect')
        const left = { ...all(), eip155: OTHER, ...(namespace === 'polkadot' && { polkadot: 'disconnected' }) }
        await settled(left)
        expect(stage.phone.sessions()).toHaveLength(1)
        for (const one of ['eip155', 'solana', 'polkadot', 'bip122'])
          await stage.desk.modal.disconnect(one, 'walletConnect')
        await expect.poll(() => stage.phone.sessions()).toHaveLength(0)
        expect(stage.desk.states()).toEqual({ ...nobody, eip155: OTHER })
      } finally {
        other.silence()
      }
    },
  )
})
