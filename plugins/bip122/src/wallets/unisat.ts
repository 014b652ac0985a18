import { base64, hex } from '@scure/base'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { caipOfName, nameOf } from '../chains.js'
import type { BitcoinProvider, BitcoinSession, BitcoinWallet } from '../contract.js'
import { unsupported } from '../errors.js'
import { toAccount } from './accounts.js'
import { call, listen } from './call.js'
import { createProvider } from './provider.js'
import { createRefresh } from './refresh.js'

/** Chain names in older wallets with this interface. */
const legacyNames: Readonly<Record<string, string>> = { BITCOIN_MAINNET: 'livenet', BITCOIN_TESTNET: 'testnet' }

const has = (wallet: object, name: string): boolean => typeof Reflect.get(wallet, name) === 'function'

async function readNetwork(wallet: object): Promise<string> {
  const method = has(wallet, 'getChain') ? 'getChain' : 'getNetwork'
  const answer = await call(wallet, method)
  const name: unknown =
    method === 'getChain'
      ? Reflect.get(Object(answer), 'enum')
      : (Object.keys(legacyNames).find((one) => legacyNames[one] === answer) ?? answer)
  const caipNetworkId = caipOfName('unisat', name)
  if (!caipNetworkId) throw invalidReply(method, 'a network')
  return caipNetworkId
}

async function toSession(wallet: object, answer: unknown, method: string): Promise<BitcoinSession | null> {
  if (!Array.isArray(answer)) throw invalidReply(method, 'a list of addresses')
  if (answer.length === 0) return null
  const publicKey = has(wallet, 'getPublicKey') ? await call(wallet, 'getPublicKey') : undefined
  // the key belongs to the active account, which is the first
  const accounts = answer.map((address: unknown, at) => toAccount(at === 0 ? { address, publicKey } : { address }))
  return { accounts, caipNetworkId: await readNetwork(wallet) }
}

/** `window.unisat` and compatible wallets: one account at a time, PSBTs in hex. */
export function toUnisatWallet(wallet: object): BitcoinWallet {
  const requestSession = async (method: 'getAccounts' | 'requestAccounts'): Promise<BitcoinSession | null> =>
    toSession(wallet, await call(wallet, method), method)

  return {
    connect: (silent) => requestSession(silent ? 'getAccounts' : 'requestAccounts'),
    async signMessage({ address, message, protocol }) {
      const isBip322 = protocol ? protocol === 'BIP322' : readAddress(address).isTaproot
      const signature = await call(wallet, 'signMessage', message, isBip322 ? 'bip322-simple' : 'ecdsa')
      if (typeof signature !== 'string' || signature === '') throw invalidReply('signMessage', 'a signature')
      return signature
    },
    async signPsbt({ psbt, signInputs }) {
      const toSignInputs = Object.entries(signInputs).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ index, address })),
      )
      const input = hex.encode(base64.decode(psbt))
      const signed = await call(wallet, 'signPsbt', input, { autoFinalized: false, toSignInputs })
      if (typeof signed !== 'string' || !/^([\da-f]{2})+$/i.test(signed))
        throw invalidReply('signPsbt', 'a PSBT in hex')
      return base64.encode(hex.decode(signed.toLowerCase()))
    },
    ...(has(wallet, 'pushTx') && {
      async send(rawtx) {
        const txid = await call(wallet, 'pushTx', { rawtx })
        if (typeof txid !== 'string' || !/^[\da-f]{64}$/i.test(txid)) throw invalidReply('pushTx', 'a transaction id')
        return txid
      },
    }),
    async switchNetwork(caipNetworkId) {
      const name = nameOf('unisat', caipNetworkId)
      if (name && has(wallet, 'switchChain')) return void (await call(wallet, 'switchChain', name))
      const legacyName = name && legacyNames[name]
      if (!legacyName || !has(wallet, 'switchNetwork')) throw unsupported('switch to this network')
      await call(wallet, 'switchNetwork', legacyName)
    },
    ...(has(wallet, 'disconnect') && { disconnect: async () => void (await call(wallet, 'disconnect')) }),
    watch(listener) {
      const { run, stop: cancel } = createRefresh(() => requestSession('getAccounts'), listener)
      const onAccounts = (answer: unknown): void => {
        if (Array.isArray(answer) && answer.length === 0) {
          cancel()
          listener.disconnected()
        } else run()
      }
      const stops = [
        listen(wallet, 'accountsChanged', onAccounts),
        listen(wallet, 'networkChanged', run),
        listen(wallet, 'chainChanged', run),
      ]
      return () => {
        cancel()
        for (const stop of stops) stop()
      }
    },
  }
}

/** Provider for a wallet with UniSat's interface. */
export const connectUnisat = (wallet: object): BitcoinProvider => createProvider(toUnisatWallet(wallet))
