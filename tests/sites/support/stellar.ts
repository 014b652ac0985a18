import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { Networks, Transaction } from '@stellar/stellar-base'
import type { BrowserContext } from 'playwright-core'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes an Ed25519 public key by SEP-23. Works on lists of bits, to be independent of the tested plugin. */
export function addressOf(publicKey: Uint8Array): string {
  const body = [0b00110000, ...publicKey]
  let crc = 0
  for (const byte of body)
    for (let bit = 7; bit >= 0; bit--) {
      const isCarried = ((crc >> 15) ^ (byte >> bit)) & 1
      crc = (crc << 1) & 0xffff
      if (isCarried) crc ^= 0x1021
    }
  const bits = [...body, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

/** Hash that wallets sign for a message (SEP-53). */
export const digestOf = (message: string): Buffer =>
  createHash('sha256').update(`Stellar Signed Message:\n${message}`).digest()

/** Adds the signature of a key to a transaction of the test network. The argument and the result are XDR in base64. */
export function signXdr(xdr: string, address: string, key: KeyObject): string {
  const transaction = new Transaction(xdr, Networks.TESTNET)
  transaction.addSignature(address, sign(null, transaction.hash(), key).toString('base64'))
  return transaction.toXDR()
}

export interface Lantern {
  readonly address: string
  readonly publicKey: Uint8Array
  /** Decision of the visitor at each prompt. */
  behaviour: 'approve' | 'reject'
  /** Number of prompts. */
  asked: number
  /** Changes a transaction before signing, like a malicious wallet. */
  replace: (xdr: string) => string
  install(context: BrowserContext): Promise<void>
}

/** A wallet with its key in this process, like an extension. The page has an object that calls it. */
export function createLantern(): Lantern {
  const { privateKey } = generateKeyPairSync('ed25519')
  const publicKey = Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url')
  const address = addressOf(publicKey)
  let isAllowed = false
  const ask = <T extends object>(answer: () => T): T | { readonly error: object } => {
    lantern.asked++
    return lantern.behaviour === 'approve' ? answer() : { error: { code: -4, message: 'The visitor declined.' } }
  }
  const answers: Readonly<Record<string, (...given: readonly string[]) => object>> = {
    isAllowed: () => ({ isAllowed }),
    getAddress() {
      if (isAllowed) return { address }
      return ask(() => {
        isAllowed = true
        return { address }
      })
    },
    getNetwork: () => ({ network: 'TESTNET', networkPassphrase: 'Test SDF Network ; September 2015' }),
    signMessage: (message = '') =>
      ask(() => ({
        signedMessage: sign(null, digestOf(message), privateKey).toString('base64'),
        signerAddress: address,
      })),
    signTransaction: (xdr = '') =>
      ask(() => ({ signedTxXdr: signXdr(lantern.replace(xdr), address, privateKey), signerAddress: address })),
  }
  const lantern: Lantern = {
    address,
    publicKey,
    behaviour: 'approve',
    asked: 0,
    replace: (xdr) => xdr,
    async install(context) {
      await context.exposeFunction('askLantern', (method: string, ...given: readonly string[]) =>
        answers[method]?.(...given),
      )
      await context.addInitScript((methods: readonly string[]) => {
        const asks = methods.map((method) => [
          method,
          (...given: readonly unknown[]) => Reflect.get(window, 'askLantern')(method, ...given.map(String)),
        ])
        Reflect.set(window, 'stellarWallets', { lantern: { name: 'Lantern', ...Object.fromEntries(asks) } })
      }, Object.keys(answers))
    },
  }
  return lantern
}

export interface Horizon {
  readonly url: string
  /** Balances in lumens by address, in the format of Horizon. */
  readonly accounts: Map<string, string>
  close(): Promise<void>
}

/** Serves account balances with the API of Horizon. */
export async function startHorizon(): Promise<Horizon> {
  const accounts = new Map<string, string>()
  const server = createServer((request, response) => {
    const [, address = ''] = /^\/accounts\/([A-Z\d]+)(\?|$)/.exec(request.url ?? '') ?? []
    const balance = accounts.get(address)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'application/hal+json')
    response.statusCode = balance === undefined ? 404 : 200
    const other = { asset_type: 'credit_alphanum4', asset_code: 'EURC', balance: '5.0000000' }
    response.end(
      JSON.stringify(
        balance === undefined
          ? { title: 'Resource Missing', status: 404 }
          : { id: address, balances: [other, { asset_type: 'native', balance }] },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Horizon has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    accounts,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
