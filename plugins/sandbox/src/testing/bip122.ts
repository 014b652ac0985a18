import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import type { BitcoinAccount } from '../wallet/bip122/accounts.js'
import { createBip122Wallet, type SandboxBitcoinWallet } from '../wallet/bip122/provider.js'
import { badParams, unsupported } from '../wallet/errors.js'
import { bitcoinKeys } from './keys.js'
import type { CreateProtocol } from './wallet-protocol.js'
import { walletOptionsFor, walletStorageOf } from './wallet-state.js'

/** Wallet Standard identifier of the sandbox's only Bitcoin network. */
export const BITCOIN_CHAIN = 'bitcoin:regtest'

const account = v.object({ address: v.string() })
const bytes = v.instance(Uint8Array)
const connectSchema = v.object({ purposes: v.optional(v.array(v.picklist(['payment', 'ordinals']))) })
const messageSchema = v.object({ account, message: bytes })
const transactionSchema = v.object({
  psbt: bytes,
  inputsToSign: v.array(v.object({ account, signingIndexes: v.array(v.number()) })),
})

function read<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  throw badParams(`"${v.getDotPath(parsed.issues[0]) ?? 'request'}": ${parsed.issues[0].message}`)
}

const features = ['bitcoin:signMessage', 'bitcoin:signTransaction']
const toAccount = ({ address, publicKey }: BitcoinAccount) => ({
  address,
  publicKey: hexToBytes(publicKey),
  chains: [BITCOIN_CHAIN],
  features,
})

/** Scripted Bitcoin wallet: the sandbox's Bitcoin wallet with the Wallet Standard's `bitcoin:` features. */
export const createBip122Protocol: CreateProtocol = (state, privateKeys) => {
  const keyring = bitcoinKeys(privateKeys)
  const wallets = new Map<string, SandboxBitcoinWallet>()
  const walletFor = (origin: string): SandboxBitcoinWallet => {
    const wallet = wallets.get(origin) ?? createBip122Wallet({ ...walletOptionsFor(state, origin), keyring })
    wallets.set(origin, wallet)
    return wallet
  }
  const visible = (origin: string) =>
    walletStorageOf(state, origin).get().connected ? keyring.accounts.map(toAccount) : []
  const viewOf = (origin: string) => ({ accounts: visible(origin), chains: [BITCOIN_CHAIN] })

  const methods: Readonly<Record<string, (origin: string, input: unknown) => Promise<unknown>>> = {
    accounts: async (origin) => viewOf(origin),
    async 'bitcoin:connect'(origin, input) {
      const { purposes } = read(connectSchema, input ?? {})
      await walletFor(origin).connect({ silent: false })
      const [payment, ordinals] = visible(origin)
      const requestedAccounts = purposes?.map((purpose) => (purpose === 'payment' ? payment : ordinals))
      return { accounts: requestedAccounts ?? [payment, ordinals] }
    },
    'standard:disconnect': (origin) => walletFor(origin).disconnect(),
    async 'bitcoin:signMessage'(origin, input) {
      const { account: from, message } = read(messageSchema, input)
      const request = { address: from.address, message: new TextDecoder('utf-8', { fatal: true }).decode(message) }
      const signature = base64.decode(await walletFor(origin).signMessage(request))
      return [{ signedMessage: message, signature }]
    },
    async 'bitcoin:signTransaction'(origin, input) {
      const { psbt, inputsToSign } = read(transactionSchema, input)
      const signInputs = Object.fromEntries(inputsToSign.map((one) => [one.account.address, one.signingIndexes]))
      const signed = await walletFor(origin).signPsbt({ psbt: base64.encode(psbt), signInputs })
      return [{ signedPsbt: base64.decode(signed.psbt) }]
    },
  }
  return {
    addresses: () => keyring.accounts.map(({ address }) => address),
    async answer(origin, feature, [input]) {
      const method = Object.hasOwn(methods, feature) ? methods[feature] : undefined
      if (!method) throw unsupported(feature)
      return method(origin, input)
    },
    events: async (origin) => [{ event: 'change', payload: viewOf(origin) }],
  }
}
