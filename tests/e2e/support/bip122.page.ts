// Runs in the page before the site's script: installs one Bitcoin wallet with real keys for each wallet API in `window.bitcoinPlan`. Tests control the
// wallets through `window.bitcoinWallets`.
import * as ecc from '@bitcoinerlab/secp256k1'
import { registerWallet } from '@wallet-standard/wallet'
import { crypto, initEccLib, networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'

type Family = 'standard' | 'sats' | 'unisat'

export interface BitcoinTestWallet {
  behaviour: 'approve' | 'reject' | 'cheat'
  readonly calls: string[]
  /** Selects another account, as the owner would; `null` disconnects the site. */
  use(account: number | null): void
  /** Number of active event listeners. */
  listeners(): number
}

declare global {
  interface Window {
    bitcoinWallets: Record<Family, BitcoinTestWallet>
    bitcoinPlan?: { readonly families: readonly Family[]; readonly both?: boolean }
  }
}

initEccLib(ecc)
const network = networks.regtest
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const plan = window.bitcoinPlan ?? { families: [] }

/** The account with this index, from which its private key is made. */
function accountAt(at: number) {
  const key = ECPairFactory(ecc).fromPrivateKey(new Uint8Array(32).fill(at + 1), { network })
  const internal = key.publicKey.slice(1)
  return {
    key,
    internal,
    payment: payments.p2wpkh({ pubkey: key.publicKey, network }).address ?? '',
    ordinal: payments.p2tr({ internalPubkey: internal, network }).address ?? '',
  }
}

/** ECDSA signature of a "Bitcoin Signed Message": recovery byte, r and s. */
function signText(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const hash = crypto.hash256(Uint8Array.from([...prefix, message.length, ...message]))
  const { signature, recoveryId } = ecc.signRecoverable(hash, privateKey)
  return Uint8Array.from([31 + recoveryId, ...signature])
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const reject = (code: number): Error => Object.assign(new Error('User rejected the request.'), { code })

function createState(family: Family) {
  const memory = `test-wallet:bitcoin:${family}`
  const listeners = new Set<() => void>()
  const state = {
    at: Number(localStorage.getItem(`${memory}:at`) ?? 0),
    allowed: localStorage.getItem(memory) === 'yes',
  }
  const control: BitcoinTestWallet = {
    behaviour: 'approve',
    calls: [],
    listeners: () => listeners.size,
    use(account) {
      allow(account !== null)
      state.at = account ?? state.at
      localStorage.setItem(`${memory}:at`, String(state.at))
      for (const listener of listeners) listener()
    },
  }
  const allow = (allowed: boolean): void => {
    state.allowed = allowed
    localStorage.setItem(memory, allowed ? 'yes' : 'no')
  }
  const ask = (method: string, code = 4001): void => {
    control.calls.push(method)
    if (control.behaviour === 'reject') throw reject(code)
  }
  const sign = (psbt: Psbt, indexes: readonly number[]): Psbt => {
    const { key, internal } = accountAt(state.at)
    const target = control.behaviour === 'cheat' ? cheat(psbt) : psbt
    for (const index of indexes) {
      const isTaproot = target.data.inputs[index]?.witnessUtxo?.script[0] === 0x51
      target.signInput(index, isTaproot ? key.tweak(crypto.taggedHash('TapTweak', internal)) : key)
    }
    return target
  }
  window.bitcoinWallets[family] = control
  return { state, control, listeners, allow, ask, sign, account: () => accountAt(state.at) }
}

/** Replaces the outputs of a PSBT with one output to another account, as a malicious wallet would. */
function cheat(psbt: Psbt): Psbt {
  const other = new Psbt({ network })
  for (const [at, { hash, index }] of psbt.txInputs.entries()) {
    const { witnessUtxo, tapInternalKey } = psbt.data.inputs[at] ?? {}
    other.addInput({ hash, index, ...(witnessUtxo && { witnessUtxo }), ...(tapInternalKey && { tapInternalKey }) })
  }
  const [first] = psbt.txOutputs
  return other.addOutput({ address: accountAt(99).payment, value: first?.value ?? 0n })
}

function installStandard(): void {
  const { state, control, listeners, allow, ask, sign, account } = createState('standard')
  const chains = ['bitcoin:regtest'] as const
  const accounts = () => {
    if (!state.allowed) return []
    const { payment, ordinal, key, internal } = account()
    const features = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const
    return [
      { address: payment, publicKey: key.publicKey, chains, features },
      { address: ordinal, publicKey: internal, chains, features },
    ]
  }
  registerWallet({
    version: '1.0.0',
    name: 'Amber',
    icon: pixel as `data:image/png;base64,${string}`,
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        async connect({ purposes }: { purposes: readonly string[] }) {
          if (!state.allowed) ask('connect')
          allow(true)
          return { accounts: accounts().slice(0, purposes.length) }
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        async signMessage({ message }: { message: Uint8Array }) {
          ask('signMessage')
          return [
            { signedMessage: message, signature: signText(message, account().key.privateKey ?? new Uint8Array()) },
          ]
        },
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        async signTransaction(input: {
          psbt: Uint8Array
          inputsToSign: readonly { signingIndexes: readonly number[] }[]
        }) {
          ask('signTransaction')
          const signed = sign(
            Psbt.fromBuffer(input.psbt, { network }),
            input.inputsToSign.flatMap(({ signingIndexes }) => signingIndexes),
          )
          return [{ signedPsbt: signed.toBuffer() }]
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          control.calls.push('disconnect')
          allow(false)
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: (change: object) => void) {
          const run = (): void => listener({ accounts: accounts() })
          listeners.add(run)
          return () => listeners.delete(run)
        },
      },
    },
  })
}

function installSats(): void {
  const { state, control, listeners, allow, ask, sign, account } = createState('sats')
  const answer = () => {
    const { payment, ordinal, key, internal } = account()
    return {
      id: 'account',
      walletType: 'software',
      addresses: [
        { address: ordinal, publicKey: toHex(internal), purpose: 'ordinals', addressType: 'p2tr' },
        { address: payment, publicKey: toHex(key.publicKey), purpose: 'payment', addressType: 'p2wpkh' },
        { address: 'SP000000000000000000002Q6VF78', publicKey: '', purpose: 'stacks', addressType: 'stacks' },
      ],
      network: { bitcoin: { name: 'Regtest' }, stacks: { name: 'testnet' } },
    }
  }
  const run = async (method: string, params: Record<string, unknown> | null): Promise<unknown> => {
    switch (method) {
      case 'wallet_connect':
        if (!state.allowed) ask(method, -32000)
        allow(true)
        return answer()
      case 'wallet_getAccount':
        if (!state.allowed) throw Object.assign(new Error('Access denied'), { code: -32002 })
        return answer()
      case 'wallet_disconnect':
        control.calls.push(method)
        allow(false)
        return null
      case 'signMessage': {
        ask(method, -32000)
        const message = new TextEncoder().encode(String(params?.message))
        return { signature: toBase64(signText(message, account().key.privateKey ?? new Uint8Array())) }
      }
      case 'signPsbt': {
        ask(method, -32000)
        const indexes = Object.values(Object(params?.signInputs)).flat().map(Number)
        return { psbt: sign(Psbt.fromBase64(String(params?.psbt), { network }), indexes).toBase64() }
      }
      default:
        throw Object.assign(new Error('Method not found'), { code: -32601 })
    }
  }
  const provider = {
    async request(method: string, params: Record<string, unknown> | null) {
      try {
        return { jsonrpc: '2.0', id: '1', result: await run(method, params) }
      } catch (error) {
        const { code, message } = Object(error)
        return { jsonrpc: '2.0', id: '1', error: { code, message } }
      }
    },
    addListener(event: string, listener: () => void) {
      const tell = (): void => {
        if (event === (state.allowed ? 'accountChange' : 'disconnect')) listener()
      }
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
  Object.assign(window, { cobaltProviders: { BitcoinProvider: provider } })
  Object.assign(window, { btc_providers: [{ id: 'cobaltProviders.BitcoinProvider', name: 'Cobalt', icon: pixel }] })
  if (!plan.both) return
  // announces the same wallet through Wallet Standard, too
  registerWallet({
    version: '1.0.0',
    name: 'Cobalt',
    icon: pixel as `data:image/png;base64,${string}`,
    chains: ['bitcoin:regtest'],
    accounts: [],
    features: {
      'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
      'sats-connect:': { provider },
    },
  })
}

function installUnisat(): void {
  const { state, control, listeners, allow, ask, sign, account } = createState('unisat')
  const handlers = new Map<string, Set<(payload: unknown) => void>>()
  control.listeners = () => [...handlers.values()].reduce((sum, { size }) => sum + size, 0)
  const accounts = (): readonly string[] => (state.allowed ? [account().payment] : [])
  listeners.add(() => {
    for (const handler of handlers.get('accountsChanged') ?? []) handler(accounts())
  })
  Object.assign(window, {
    unisat: {
      on: (event: string, handler: (payload: unknown) => void) =>
        void handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
      removeListener: (event: string, handler: (payload: unknown) => void) => void handlers.get(event)?.delete(handler),
      async requestAccounts() {
        if (!state.allowed) ask('requestAccounts')
        allow(true)
        return accounts()
      },
      getAccounts: async () => accounts(),
      getPublicKey: async () => toHex(account().key.publicKey),
      getChain: async () => ({ enum: 'BITCOIN_REGTEST', name: 'Bitcoin Regtest', network: 'regtest' }),
      async signMessage(message: string) {
        ask('signMessage')
        return toBase64(signText(new TextEncoder().encode(message), account().key.privateKey ?? new Uint8Array()))
      },
      async signPsbt(psbt: string, { toSignInputs }: { toSignInputs: readonly { index: number }[] }) {
        ask('signPsbt')
        return sign(
          Psbt.fromHex(psbt, { network }),
          toSignInputs.map(({ index }) => index),
        ).toHex()
      },
      async disconnect() {
        control.calls.push('disconnect')
        allow(false)
      },
    },
  })
}

window.bitcoinWallets = {} as Window['bitcoinWallets']
const install = { standard: installStandard, sats: installSats, unisat: installUnisat }
for (const family of plan.families) install[family]()
