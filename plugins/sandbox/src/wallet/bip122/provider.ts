import { string } from 'valibot'
import { unauthorized } from '../errors.js'
import type { WalletParts } from '../family.js'
import { readBytes } from '../readable.js'
import { accountOf, type BitcoinAccount, accounts as developmentAccounts } from './accounts.js'
import type { Keyring } from './keys.js'
import { messageRequest, psbtRequest, read } from './requests.js'

interface Session {
  readonly accounts: readonly BitcoinAccount[]
  readonly caipNetworkId: string
}

interface Listener {
  disconnected(): void
}

/** Provider format of the Bitcoin plugin: a PSBT signer with typed accounts. */
export interface SandboxBitcoinWallet {
  connect(request: { readonly silent: boolean }): Promise<Session | null>
  getAccounts(): Promise<readonly BitcoinAccount[]>
  signMessage(request: unknown): Promise<string>
  signPsbt(request: unknown): Promise<{ readonly psbt: string; readonly txid?: string }>
  disconnect(): Promise<void>
  watch(listener: Listener): () => void
}

interface Bip122Parts extends WalletParts {
  /** Default: the published development accounts. */
  readonly keyring?: Keyring
}

const developmentKeyring = async (): Promise<Keyring> => (await import('./keys.js')).developmentKeyring

/** Test wallet with a payment and an ordinals address on the sandbox's Bitcoin chain. Asks for approval to connect, sign or send. */
export function createBip122Wallet({
  ctx,
  networks: [network],
  ask,
  memory,
  keyring,
}: Bip122Parts): SandboxBitcoinWallet {
  const accounts = keyring?.accounts ?? developmentAccounts
  const keys = async (): Promise<Keyring> => keyring ?? developmentKeyring()
  const { caipNetworkId } = network
  const listeners = new Set<Listener>()
  const [{ address: payment }, { address: ordinals }] = accounts

  const checkConnected = (): void => {
    if (!memory.get().connected) throw unauthorized()
  }
  return {
    async connect({ silent }) {
      if (!memory.get().connected) {
        if (silent) return null
        const facts = [{ label: 'ordinals', value: ordinals, format: 'address' }] as const
        await ask({ kind: 'connect', address: payment, caipNetworkId, facts })
        memory.set({ connected: true })
      }
      return { accounts, caipNetworkId }
    },
    getAccounts: async () => (memory.get().connected ? accounts : []),
    async signMessage(request) {
      checkConnected()
      const { address, message, protocol } = read(messageRequest, request)
      const account = accountOf(address, accounts)
      const { protocolOf, signMessage } = await import('./message.js')
      const used = protocolOf(account, protocol)
      await ask({
        kind: 'message',
        address,
        caipNetworkId,
        facts: [],
        payload: readBytes(new TextEncoder().encode(message)),
      })
      return signMessage((await keys()).keyOf(account), { message, protocol: used })
    },
    async signPsbt(request) {
      checkConnected()
      const asked = read(psbtRequest, request)
      const [{ readPsbt }, { describePsbt }] = await Promise.all([import('./psbt.js'), import('./approval.js')])
      const psbt = readPsbt(asked, await keys())
      const address = psbt.inputs.find(({ signer }) => signer)?.address ?? payment
      const kind = asked.broadcast ? 'transaction' : 'signTransaction'
      await ask({ kind, address, caipNetworkId, ...describePsbt(psbt, network) })
      const signed = psbt.sign()
      if (!asked.broadcast) return { psbt: signed }
      const transaction = psbt.finish()
      const rpc = ctx.api.rpc(caipNetworkId)
      return { psbt: signed, txid: await rpc.write('sendrawtransaction', [transaction], { schema: string() }) }
    },
    async disconnect() {
      memory.set({ connected: false })
      for (const listener of [...listeners]) listener.disconnected()
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
