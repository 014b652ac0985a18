import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Networks, type Operation, StrKey, Transaction } from '@stellar/stellar-base'
import { formatAmount, parseAmount } from '@wallet-modal/kernel'

const DECIMALS = 7
/** Fee of an operation, in stroops. */
export const FEE = 100n

interface Holder {
  sequence: bigint
  /** Balances in stroops, by `native` or `CODE-ISSUER`. */
  readonly balances: Map<string, bigint>
}

export interface StellarLedger {
  readonly url: string
  /** Hashes of the transactions in closed ledgers. */
  readonly hashes: string[]
  /** Number of submitted transactions. */
  submissions: number
  /** Creates an account with these balances, in stroops. */
  fund(address: string, balances: Readonly<Record<string, bigint>>): void
  /** Increments the sequence number of an account, as if it had sent another transaction. */
  skip(address: string): void
  close(): Promise<void>
}

/** Throws an error with Horizon's result code. */
const refuse = (code: string): never => {
  throw Object.assign(new Error(code), { code })
}

function isSignedBySource({ source, signatures, hash }: Pick<Transaction, 'source' | 'signatures'> & { hash: Buffer }) {
  const x = Buffer.from(StrKey.decodeEd25519PublicKey(source)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return signatures.some((one) => verify(null, hash, key, one.signature()))
}

/** Receiver, asset and amount of an operation. */
function transferOf(operation: Operation): readonly [string, string, bigint] {
  if (operation.type === 'createAccount')
    return [operation.destination, 'native', parseAmount(operation.startingBalance, DECIMALS)]
  if (operation.type !== 'payment') return refuse('tx_failed')
  const { asset, destination, amount } = operation
  const key = asset.isNative() ? 'native' : `${asset.getCode()}-${asset.getIssuer()}`
  return [destination, key, parseAmount(amount, DECIMALS)]
}

function apply(holders: Map<string, Holder>, transaction: Transaction): void {
  const { source, operations, sequence, timeBounds, fee, signatures } = transaction
  if (!isSignedBySource({ source, signatures, hash: transaction.hash() })) refuse('tx_bad_auth')
  const sender = holders.get(source) ?? refuse('tx_no_source_account')
  if (BigInt(sequence) !== sender.sequence + 1n) refuse('tx_bad_seq')
  if (Number(timeBounds?.maxTime) < Date.now() / 1000) refuse('tx_too_late')
  const cost = FEE * BigInt(operations.length)
  if (BigInt(fee) < cost) refuse('tx_insufficient_fee')
  const spend = (from: Holder, key: string, amount: bigint): void => {
    const left = (from.balances.get(key) ?? 0n) - amount
    if (left < 0n) refuse('tx_insufficient_balance')
    from.balances.set(key, left)
  }
  spend(sender, 'native', cost)
  for (const operation of operations) {
    const [to, key, amount] = transferOf(operation)
    const isThere = holders.has(to)
    if (isThere === (operation.type === 'createAccount')) refuse('tx_failed')
    const receiver = holders.get(to) ?? { sequence: 1n, balances: new Map([['native', 0n]]) }
    const held = receiver.balances.get(key) ?? refuse('tx_failed') // no trustline
    spend(sender, key, amount)
    receiver.balances.set(key, held + amount)
    holders.set(to, receiver)
  }
  sender.sequence++
}

function accountOf(id: string, { sequence, balances }: Holder): object {
  const list = [...balances].map(([key, amount]) => {
    const [whole, fraction = ''] = formatAmount(amount, DECIMALS).split('.')
    const balance = `${whole}.${fraction.padEnd(DECIMALS, '0')}`
    const [asset_code, asset_issuer] = key.split('-')
    if (asset_issuer === undefined) return { asset_type: 'native', balance, selling_liabilities: '0.0000000' }
    return { asset_type: 'credit_alphanum4', asset_code, asset_issuer, balance, is_authorized: true }
  })
  return { id, sequence: String(sequence), subentry_count: balances.size - 1, balances: list }
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return refuse('bad_request')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/** A test network with Horizon's API that accepts signed transactions. Each transaction closes a ledger. */
export async function startStellarLedger(): Promise<StellarLedger> {
  const holders = new Map<string, Holder>()
  const submit = async (request: IncomingMessage): Promise<readonly [number, object]> => {
    ledger.submissions++
    try {
      const transaction = new Transaction((await formOf(request)).get('tx') ?? '', Networks.TESTNET)
      apply(holders, transaction)
      const hash = transaction.hash().toString('hex')
      ledger.hashes.push(hash)
      return [200, { hash, successful: true }]
    } catch (error) {
      const { code = 'tx_malformed' } = Object(error)
      return [400, { title: 'Transaction Failed', extras: { result_codes: { transaction: code } } }]
    }
  }
  const read = (path: string): readonly [number, object] => {
    const [, kind, id = ''] = path.split('/')
    const holder = holders.get(id)
    if (kind === 'accounts' && holder) return [200, accountOf(id, holder)]
    if (kind === 'transactions' && ledger.hashes.includes(id)) return [200, { hash: id, successful: true }]
    if (kind === 'ledgers') return [200, { _embedded: { records: [{ closed_at: new Date().toISOString() }] } }]
    return [404, { title: 'Resource Missing', status: 404 }]
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const isSubmission = request.method === 'POST' && pathname === '/transactions'
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    const [status, body] = isSubmission ? await submit(request) : read(pathname)
    response.writeHead(status, headers).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The ledger has no port.')
  const ledger: StellarLedger = {
    url: `http://127.0.0.1:${address.port}`,
    hashes: [],
    submissions: 0,
    fund: (holder, balances) => void holders.set(holder, { sequence: 7n, balances: new Map(Object.entries(balances)) }),
    skip(address) {
      const holder = holders.get(address)
      if (holder) holder.sequence++
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return ledger
}

/** Reads the balances of an account from Horizon, in stroops, by `native` or `CODE-ISSUER`. */
export async function readHoldings(url: string, address: string): Promise<Readonly<Record<string, bigint>>> {
  const { balances = [] }: { balances?: readonly Record<string, string>[] } = await (
    await fetch(`${url}/accounts/${address}`)
  ).json()
  return Object.fromEntries(
    balances.map(({ asset_type, asset_code, asset_issuer, balance = '' }) => [
      asset_type === 'native' ? 'native' : `${asset_code}-${asset_issuer}`,
      parseAmount(balance, DECIMALS),
    ]),
  )
}
