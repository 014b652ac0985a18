import { createHash, createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { localSolanaNetwork, solanaGenesisHash } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { SLOT_MS } from './chain/slot-clock.js'
import { solanaDevelopmentAccounts } from './development-accounts.js'
import { findLitesvm, loadLitesvm } from './litesvm.js'
import { toTransactionError } from './rpc/fault.js'
import { createSolanaChain } from './solana-chain.js'
import { createSolanaEngine } from './solana-engine.js'
import { solanaEngines } from './solana-engines.js'

const SOL = 10n ** 9n
const system = address('11111111111111111111111111111111')
const [alice = ''] = solanaDevelopmentAccounts

let engine: Engine
let payer: KeyPairSigner
beforeEach(async () => {
  const [made] = solanaEngines({ cwd: process.cwd() })
  if (!made) throw new Error('there is no engine')
  engine = made
  payer = await generateKeyPairSigner()
})
afterEach(() => engine.stop())

async function ask(method: string, params: readonly unknown[] = []) {
  return JSON.parse(await engine.request(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
}

/** A signed transfer of the system program, in base64. */
async function transfer(to: string, lamports: bigint, hash: string): Promise<string> {
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  const accounts = [
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: address(to), role: AccountRole.WRITABLE },
  ]
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash(hash), lastValidBlockHeight: 1_000n }, one),
    (one) => appendTransactionMessageInstruction({ programAddress: system, accounts, data }, one),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
const latestHash = async (): Promise<string> => (await ask('getLatestBlockhash')).result.value.blockhash
const send = async (transaction: string, more = {}) =>
  ask('sendTransaction', [transaction, { encoding: 'base64', ...more }])

describe('the Solana engine', () => {
  test('loads the virtual machine at the first request, and serves the chain of its CAIP-2 id', async () => {
    expect(engine.status()).toEqual({ state: 'idle' })
    expect((await ask('getGenesisHash')).result).toBe(solanaGenesisHash)
    expect(engine.status()).toEqual({ state: 'running', processId: process.pid })
    expect(engine.network.caipNetworkId).toBe(`solana:${solanaGenesisHash.slice(0, 32)}`)
    const hash = createHash('sha256').update('wallet-modal sandbox solana').digest()
    expect(solanaGenesisHash).toBe(getBase58Decoder().decode(hash))
  })

  test('has the accounts of the development mnemonic, with 10,000 coins each', async () => {
    const seed = pbkdf2Sync(`${'test '.repeat(11)}junk`, 'mnemonic', 2048, 64, 'sha512')
    const derived = solanaDevelopmentAccounts.map((_, at) => {
      let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
      for (const index of [44, 501, at, 0]) {
        const data = Buffer.alloc(37)
        node.copy(data, 1, 0, 32)
        data.writeUInt32BE(index + 0x80000000, 33)
        node = createHmac('sha512', node.subarray(32)).update(data).digest()
      }
      const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), node.subarray(0, 32)])
      const { x = '' } = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
        format: 'jwk',
      })
      return getBase58Decoder().decode(Buffer.from(x, 'base64url'))
    })
    expect(solanaDevelopmentAccounts).toEqual(derived)
    for (const account of solanaDevelopmentAccounts) expect(await engine.nativeBalance(account)).toBe(10_000n * SOL)
  })

  test('transfers coins: the receiver gets the amount, the sender pays it and the fee', async () => {
    const signature = (await ask('requestAirdrop', [payer.address, 3e9])).result
    expect((await ask('getSignatureStatuses', [[signature]])).result.value[0]).toMatchObject({ err: null })
    const { address: to } = await generateKeyPairSigner()
    const sent = await send(await transfer(to, SOL, await latestHash()))
    expect((await ask('getSignatureStatuses', [[sent.result, signature.slice(1)]])).result.value).toMatchObject([
      { err: null, status: { Ok: null }, confirmationStatus: 'finalized' },
      null,
    ])
    expect((await ask('getBalance', [to])).result.value).toBe(1e9)
    expect(await engine.nativeBalance(payer.address)).toBe(2n * SOL - 5000n)
  })

  test('rejects overdrawn, forged and stale transactions, without changes', async () => {
    await engine.setNativeBalance(payer.address, SOL)
    const { address: to } = await generateKeyPairSigner()
    const hash = await latestHash()
    const overdrawn = await transfer(to, 2n * SOL, hash)
    const simulated = await ask('simulateTransaction', [overdrawn, { encoding: 'base64' }])
    expect(simulated.result.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect((await send(overdrawn)).error).toMatchObject({
      code: -32002,
      data: { err: { InstructionError: [0, { Custom: 1 }] }, logs: expect.arrayContaining([expect.any(String)]) },
    })
    const forged = Buffer.from(await transfer(to, 5n, hash), 'base64')
    forged.writeUInt8(forged.readUInt8(5) ^ 1, 5)
    expect((await send(forged.toString('base64'))).error.data.err).toBe('SignatureFailure')
    const stale = await transfer(to, 5n, getBase58Decoder().decode(new Uint8Array(32).fill(9)))
    expect((await send(stale)).error.data.err).toBe('BlockhashNotFound')
    expect((await send(stale, { skipPreflight: true })).result).toEqual(expect.any(String))
    expect(await engine.nativeBalance(payer.address)).toBe(SOL)
    expect(await engine.nativeBalance(to)).toBe(0n)
  })

  test('processes a transaction only once', async () => {
    await engine.setNativeBalance(payer.address, 5n * SOL)
    const once = await transfer(alice, SOL, await latestHash())
    expect((await send(once)).error).toBeUndefined()
    expect((await send(once)).error.data.err).toBe('AlreadyProcessed')
    expect(await engine.nativeBalance(alice)).toBe(10_001n * SOL)
  })

  test('a transaction that fails without preflight is on the chain, and its fee is paid', async () => {
    await engine.setNativeBalance(payer.address, SOL)
    const { result } = await send(await transfer(alice, 2n * SOL, await latestHash()), { skipPreflight: true })
    expect((await ask('getSignatureStatuses', [[result]])).result.value[0].err).toEqual({
      InstructionError: [0, { Custom: 1 }],
    })
    expect(await engine.nativeBalance(payer.address)).toBe(SOL - 5000n)
  })

  test('a transaction that cannot be executed is not added to the chain', async () => {
    const { result } = await send(await transfer(alice, 1n, await latestHash()), { skipPreflight: true })
    expect((await ask('getSignatureStatuses', [[result]])).result.value).toEqual([null])
    expect(await engine.nativeBalance(alice)).toBe(10_000n * SOL)
  })

  test('writes u64 values with all digits, and accounts in the requested encoding', async () => {
    await engine.setNativeBalance(alice, 2n ** 64n - 1n)
    const text = await engine.request(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [alice, { encoding: 'base64' }] }),
    )
    expect(text).toContain('"lamports":18446744073709551615')
    expect(JSON.parse(text).result.value).toMatchObject({ owner: system, executable: false, data: ['', 'base64'] })
    expect((await ask('getAccountInfo', [alice])).result.value.data).toBe('')
    expect((await ask('getAccountInfo', [alice, { encoding: 'base58' }])).result.value.data).toEqual(['', 'base58'])
    expect((await ask('getAccountInfo', [payer.address])).result.value).toBeNull()
    await expect(engine.setNativeBalance(alice, 2n ** 64n)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test.each([
    ['eth_chainId', [], -32601],
    ['__proto__', [], -32601],
    ['getBalance', ['I'.repeat(32)], -32602],
    ['getBalance', [], -32602],
    ['requestAirdrop', ['11111111111111111111111111111112', -1], -32602],
    ['requestAirdrop', ['11111111111111111111111111111112', 1.5], -32602],
    ['sendTransaction', ['0OIl'], -32602],
    ['sendTransaction', ['AAAA', { encoding: 'base64' }], -32602],
    ['sendTransaction', [7], -32602],
    ['getSignatureStatuses', ['x'], -32602],
  ])('rejects %s with the parameters %j: error code %i', async (method, params, code) => {
    expect((await ask(method, params)).error).toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) })
  })

  test('answers batches, but does not answer notifications', async () => {
    const call = { jsonrpc: '2.0', method: 'getHealth' }
    expect(JSON.parse(await engine.request(JSON.stringify([{ ...call, id: 1 }, call, { ...call, id: 2 }])))).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'ok' },
      { jsonrpc: '2.0', id: 2, result: 'ok' },
    ])
    expect(await engine.request(JSON.stringify(call))).toBe('')
  })

  test('reset starts a new chain; stop cannot be undone', async () => {
    await engine.setNativeBalance(alice, 5n)
    await engine.reset()
    expect(await engine.nativeBalance(alice)).toBe(10_000n * SOL)
    await engine.stop()
    expect(engine.status()).toEqual({ state: 'stopped' })
    await expect(engine.start()).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
    await expect(engine.reset()).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
  })

  test('is off with the given reason if its package is not installed', async () => {
    const off = createSolanaEngine({
      network: localSolanaNetwork,
      genesisHash: solanaGenesisHash,
      files: { off: 'The Solana engine is not installed.' },
    })
    expect(off.status()).toEqual({ state: 'off', reason: 'The Solana engine is not installed.' })
    await expect(off.request('{}')).rejects.toMatchObject({ code: 'ENGINE_OFF' })
    await expect(off.reset()).rejects.toMatchObject({ code: 'ENGINE_OFF' })
    await off.stop()
    expect(off.status().state).toBe('off')
  })

  test('fails with the reason if its package cannot be loaded', async () => {
    const broken = createSolanaEngine({
      network: localSolanaNetwork,
      genesisHash: solanaGenesisHash,
      files: { ...findLitesvm(process.cwd()), native: `${import.meta.dirname}/nothing.js` },
    })
    await expect(broken.start()).rejects.toMatchObject({ code: 'ENGINE_START_FAILED' })
    expect(broken.status()).toMatchObject({ state: 'failed', reason: expect.stringContaining('nothing.js') })
  })

  test('toAddress accepts only 32 bytes in base58, and does not load the package', () => {
    expect(engine.toAddress(alice)).toBe(alice)
    expect(engine.toAddress('1'.repeat(32))).toBe('1'.repeat(32))
    for (const text of ['z'.repeat(44), 'I'.repeat(32), '1'.repeat(33), `0x${'a'.repeat(40)}`, '', alice.slice(1)])
      expect([text, engine.toAddress(text)]).toEqual([text, undefined])
    expect(engine.status().state).toBe('idle')
  })
})

test('a blockhash is valid for 150 slots', () => {
  let now = 0
  const chain = createSolanaChain(loadLitesvm(findLitesvm(process.cwd())), () => now)
  const { blockhash: first, lastValidBlockHeight } = chain.latestBlockhash()
  expect(lastValidBlockHeight).toBe(chain.slot() + 150n)
  now = 150 * SLOT_MS
  expect([chain.isBlockhashValid(first), chain.latestBlockhash().blockhash === first]).toEqual([true, false])
  now = 156 * SLOT_MS
  chain.slot()
  expect(chain.isBlockhashValid(first)).toBe(false)
})

test('toTransactionError converts errors of LiteSVM to the format of Solana nodes', () => {
  expect(toTransactionError('x { err: AlreadyProcessed, meta: … }')).toBe('AlreadyProcessed')
  expect(toTransactionError('x { err: InstructionError(1, InvalidAccountData), meta')).toEqual({
    InstructionError: [1, 'InvalidAccountData'],
  })
  expect(toTransactionError('x { err: InsufficientFundsForRent { account_index: 2 }, meta')).toEqual({
    InsufficientFundsForRent: { account_index: 2 },
  })
  expect(toTransactionError('x { err: DuplicateInstruction(3), meta')).toEqual({ DuplicateInstruction: 3 })
})
