import { object, pipe, regex, safeParse, string, tuple } from 'valibot'
import type { ApprovalFact } from '../../contract.js'
import { badParams, ProviderRpcError, unknownChain } from '../errors.js'
import { type Eip155WalletOptions, type Methods, toHexChain, type WalletSession } from './wallet-session.js'

const chainParams = tuple([object({ chainId: pipe(string(), regex(/^0x[\da-f]{1,14}$/i)) })])

/** Fact that is displayed as an address if its value has the format of an EVM address, else as text. */
export const addressFact = (label: ApprovalFact['label'], value: string): ApprovalFact =>
  /^0x[\da-f]{40}$/i.test(value) ? { label, value, format: 'address' } : { label, value }

/** Methods that authorize the site and revoke its permission. */
export const accountMethods = (session: WalletSession, options: Eip155WalletOptions): Methods => ({
  eth_accounts: session.accounts,
  async eth_requestAccounts() {
    const [address = '', ...more] = (await session.signer()).addresses
    if (!options.walletStorage.get().connected) {
      await session.approve({ kind: 'connect', address, facts: more.map((one) => addressFact('account', one)) })
      options.walletStorage.set({ connected: true })
      session.events.emit('accountsChanged', await session.accounts())
    }
    return session.accounts()
  },
  async wallet_connect(params) {
    const { connectWithSignIn } = await import('./sign-in.js')
    return connectWithSignIn(session, options, params)
  },
  async wallet_revokePermissions() {
    options.walletStorage.set({ connected: false })
    session.events.emit('accountsChanged', [])
    return null
  },
})

/** Methods that read and switch the active chain. */
export const chainMethods = (session: WalletSession, { walletStorage, networks }: Eip155WalletOptions): Methods => ({
  eth_chainId: async () => toHexChain(session.network().caipNetworkId),
  async wallet_switchEthereumChain(params) {
    const parsed = safeParse(chainParams, params)
    if (!parsed.success) throw badParams('Expected [{ chainId }].')
    const caipNetworkId = `eip155:${BigInt(parsed.output[0].chainId)}`
    const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
    if (!network) throw unknownChain(caipNetworkId)
    if (network === session.network()) return null
    const [address = ''] = await session.accounts()
    await session.approve({ kind: 'network', address, facts: [{ label: 'network', value: network.name }] })
    walletStorage.set({ caipNetworkId })
    session.events.emit('chainChanged', toHexChain(caipNetworkId))
    return null
  },
  async wallet_addEthereumChain() {
    throw new ProviderRpcError(4200, 'The sandbox wallet supports only local chains.')
  },
})
