import { ProviderRpcError, unauthorized, unsupported } from '../wallet/errors.js'
import { createPolkadotWallet, type SandboxExtension } from '../wallet/polkadot/wallet.js'
import { polkadotKeys } from './keys.js'
import type { CreateProtocol } from './wallet-protocol.js'
import { activeFirst, walletOptionsFor, walletStorageOf } from './wallet-state.js'

/** Scripted Polkadot wallet: the sandbox's extension, in the format that `@polkadot/extension-dapp` reads. */
export const createPolkadotProtocol: CreateProtocol = (state, privateKeys) => {
  const { accounts: all, signers } = polkadotKeys(privateKeys)
  const accounts = () => activeFirst(state, all, ({ address }) => address)
  const enables = new Map<string, ReturnType<typeof createPolkadotWallet>>()

  const enableFor = (origin: string): ReturnType<typeof createPolkadotWallet> => {
    const enable =
      enables.get(origin) ??
      createPolkadotWallet({ ...walletOptionsFor(state, origin), accounts, ...(signers && { signers }) })
    enables.set(origin, enable)
    return enable
  }
  const extensionFor = async (origin: string): Promise<SandboxExtension> => {
    const extension = await enableFor(origin)({ silent: true })
    if (!extension) throw unauthorized()
    return extension
  }
  /** Replaces error 4001 with the error of real extensions, which has the message `Cancelled` and no code. */
  const withoutErrorCode = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof ProviderRpcError && error.code === 4001) throw new Error('Cancelled', { cause: error })
      throw error
    }
  }
  const visible = (origin: string) => (walletStorageOf(state, origin).get().connected ? accounts() : [])
  return {
    addresses: () => accounts().map(({ address }) => address),
    async answer(origin, method, [request]) {
      switch (method) {
        case 'enable':
          await withoutErrorCode(enableFor(origin)({ silent: false }))
          return null
        case 'accounts':
          return visible(origin)
        case 'signRaw':
        case 'signPayload':
          return withoutErrorCode((await extensionFor(origin)).signer[method](request))
        default:
          throw unsupported(method)
      }
    },
    events: async (origin) => [{ event: 'accounts', payload: visible(origin) }],
  }
}
