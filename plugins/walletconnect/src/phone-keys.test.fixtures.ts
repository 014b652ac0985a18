import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { Keyring } from '@polkadot/keyring'
import { TypeRegistry } from '@polkadot/types'
import { hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { base58Decode, base58Encode, cryptoWaitReady } from '@polkadot/util-crypto'
import { crypto as hashes, networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { privateKeyToAccount } from 'viem/accounts'

/** One chain family of a wallet with a real key: its address and its answers to requests. */
export interface PhoneKeys {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  address(caipNetworkId: string): string
  answer(method: string, params: Record<string, unknown>): unknown
}

const changes = ['accountsChanged', 'chainChanged']

/** The first account of every EVM development node. */
export const evmAccount = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

const evm: PhoneKeys = {
  methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
  events: changes,
  address: () => evmAccount.address,
  answer: (_method, params) => evmAccount.signMessage({ message: { raw: Reflect.get(params, '0') as `0x${string}` } }),
}

function createSolana(): PhoneKeys {
  const seed = Buffer.alloc(32, 7)
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    events: changes,
    address: () => base58Encode(publicKey),
    answer(method, { message, transaction }) {
      if (method === 'solana_signMessage')
        return { signature: base58Encode(sign(null, Buffer.from(base58Decode(String(message))), key)) }
      // with one signer: one byte for the number of signatures, the 64 bytes of the signature, then the signed message
      const bytes = Buffer.from(String(transaction), 'base64')
      return { signature: base58Encode(sign(null, bytes.subarray(65), key)) }
    },
  }
}

async function createPolkadot(): Promise<PhoneKeys> {
  await cryptoWaitReady()
  const keyring = new Keyring({ type: 'sr25519' })
  const pair = keyring.addFromUri('//Alice')
  return {
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    events: changes,
    address: () => keyring.encodeAddress(pair.publicKey, 0),
    answer(method, { message, transactionPayload }) {
      if (method === 'polkadot_signMessage')
        return { signature: u8aToHex(pair.sign(u8aWrapBytes(hexToU8a(String(message))))) }
      const registry = new TypeRegistry()
      const payload = registry.createType('ExtrinsicPayload', transactionPayload, { version: 4 })
      return payload.sign(pair)
    },
  }
}

/** Hash that is signed for a message (BIP-137). */
const bitcoinMessageHash = (message: string): Uint8Array => {
  const bytes = Buffer.from(message)
  return hashes.hash256(
    Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from([bytes.length]), bytes]),
  )
}

function createBitcoin(): PhoneKeys {
  const network = networks.regtest
  const secret = new Uint8Array(32).fill(0x11)
  const pair = ECPairFactory(ecc).fromPrivateKey(secret, { network })
  const { address = '' } = payments.p2wpkh({ pubkey: pair.publicKey, network })
  return {
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['bip122_addressesChanged'],
    address: () => address,
    answer(method, { message, psbt, signInputs }) {
      if (method === 'getAccountAddresses')
        return [
          {
            address,
            publicKey: Buffer.from(pair.publicKey).toString('hex'),
            path: "m/84'/1'/0'/0/0",
            intention: 'payment',
          },
        ]
      if (method === 'signMessage') {
        const { signature, recoveryId } = ecc.signRecoverable(bitcoinMessageHash(String(message)), secret)
        return { address, signature: Buffer.from([39 + recoveryId, ...signature]).toString('hex') }
      }
      const drafted = Psbt.fromBase64(String(psbt), { network })
      for (const { index } of signInputs as readonly { readonly index: number }[]) drafted.signInput(index, pair)
      return { psbt: drafted.toBase64() }
    },
  }
}

/** Published or made-up development keys of all families. */
export const createKeys = async (): Promise<Readonly<Record<string, PhoneKeys>>> => ({
  eip155: evm,
  solana: createSolana(),
  polkadot: await createPolkadot(),
  bip122: createBitcoin(),
})

/** Address of the key that signed a message (BIP-137), by public key recovery. */
export function recoverBitcoinAddress(message: string, signature: string): string | undefined {
  const [header = 0, ...rest] = Buffer.from(signature, 'base64')
  const pubkey = ecc.recover(bitcoinMessageHash(message), Uint8Array.from(rest), ((header - 27) & 3) as 0 | 1, true)
  return pubkey ? payments.p2wpkh({ pubkey, network: networks.regtest }).address : undefined
}
