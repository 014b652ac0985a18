import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toBase58 } from '../../sdk.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { setBudget, transferCoins } from '../instructions.js'
import { writeTransaction } from '../sdk.js'
import { base64, payer, run, sign, stranger, transaction, transfer, type World, write } from './submit.test.fixtures.js'

describe('a wallet that only signs', () => {
  it('returns a signed transaction, which is sent once and whose hash is recorded', async () => {
    const { outcome, sent, lastBlocks } = await run({})
    expect(await outcome).toEqual({ status: 'sent', hash: lastBlocks[0], trace: '7' })
    expect(sent).toEqual([base64(sign(transaction))])
    expect(lastBlocks).toEqual([expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)])
  })

  it.each<[string, World, string]>([
    [
      'I7: signs another transfer',
      { signed: sign(write(transferCoins({ from: payer, to: stranger, lamports: 5n }))) },
      'CHANGED_MEANWHILE',
    ],
    [
      'I7: adds an instruction',
      { signed: sign(write(transfer, ...setBudget({ units: 1, price: 1n }))) },
      'CHANGED_MEANWHILE',
    ],
    ['does not sign', { signed: transaction }, 'INVALID_DATA'],
    ['signs with another key', { signed: sign(transaction).fill(7, 1, 65) }, 'INVALID_DATA'],
    ['returns no transaction', { signed: new Uint8Array(3) }, 'INVALID_DATA'],
    ['fails', { throws: new Error('out of order') }, 'NOT_SENT'],
    ['C4: no longer offers the account', { offered: stranger }, 'CHANGED_MEANWHILE'],
    ['C5: no longer supports the network', { chains: ['solana:devnet'] }, 'CHANGED_MEANWHILE'],
  ])('%s: fails and broadcasts nothing', async (_, world, code) => {
    const { outcome, sent, lastBlocks } = await run(world)
    await expect(outcome).rejects.toMatchObject({ code })
    expect([sent, lastBlocks]).toEqual([[], []])
  })

  it('that cannot sign is named in the message', async () => {
    const { outcome } = await run({ throws: new Error('out of order') })
    await expect(outcome).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: 'Nothing was sent. The wallet could not sign the transaction: out of order',
    })
  })

  it('fails if it returns an unsigned transaction, also in a browser without Ed25519', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no Ed25519'))
    onTestFinished(() => importKey.mockRestore())
    const { outcome, sent } = await run({ signed: transaction })
    await expect(outcome).rejects.toMatchObject({ code: 'INVALID_DATA' })
    expect(sent).toEqual([])
  })

  it('returns the status "rejected" if the visitor rejected', async () => {
    const { outcome, sent } = await run({ throws: { code: 4001 } })
    expect([await outcome, sent]).toEqual([{ status: 'rejected' }, []])
  })
})

describe('I7: bytes that differ from the reviewed ones', () => {
  const other = write(transferCoins({ from: payer, to: stranger, lamports: 5n }))

  it.each([true, false])('are not passed to the wallet (wallet sends: %s)', async (sends) => {
    const { outcome, walletRequests, sent } = await run({ sends, tampered: other, signed: sign(other) })
    await expect(outcome).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect([walletRequests, sent]).toEqual([[], []])
  })
})

describe('the broadcast of a signed transaction', () => {
  const found = (err: unknown) => ({ code: -32002, message: 'Transaction simulation failed', data: { err } })

  it.each([
    ['plain', found('AlreadyProcessed')],
    ['wrapped', Object.assign(new Error('failed'), { status: -32002, cause: found('AlreadyProcessed') })],
  ])('counts as sent if the node reports AlreadyProcessed (%s error)', async (_, refuses) => {
    expect(await (await run({ refuses })).outcome).toMatchObject({ status: 'sent', hash: expect.any(String) })
  })

  it('fails with the node’s message if the node refuses the transaction without a reason', async () => {
    const { outcome } = await run({ refuses: { code: -32005, message: 'Node is behind' } })
    await expect(outcome).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: 'Nothing was sent. The network rejected the transaction: Node is behind',
    })
  })

  it('fails with the node’s reason if the node refuses the transaction', async () => {
    const { outcome } = await run({ refuses: found('InsufficientFundsForFee') })
    await expect(outcome).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

describe('B3: the same payment again, with the same blockhash', () => {
  it.each([true, false])(
    'is refused, since the network accepts the same bytes only once (wallet sends: %s)',
    async (sends) => {
      const payloads = new Set<string>()
      expect(await (await run({ sends, payloads })).outcome).toMatchObject({ status: 'sent' })
      const { outcome, sent, lastBlocks } = await run({ sends, payloads })
      await expect(outcome).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
      expect([sent, lastBlocks]).toEqual([[], []])
    },
  )

  it.each<[string, World]>([
    ['the visitor declined', { throws: { code: 4001 } }],
    ['the node refused', { refuses: { code: -32002, message: 'refused', data: { err: 'AccountInUse' } } }],
  ])('can be sent if %s before', async (_, before) => {
    const payloads = new Set<string>()
    await Promise.allSettled([(await run({ ...before, payloads })).outcome])
    expect(await (await run({ payloads })).outcome).toMatchObject({ status: 'sent' })
  })

  it('is refused if the outcome of the first payment is unknown', async () => {
    const payloads = new Set<string>()
    expect(await (await run({ refuses: new Error('timeout'), payloads })).outcome).toMatchObject({ status: 'unknown' })
    await expect((await run({ payloads })).outcome).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  })
})

describe('a wallet that signs and sends', () => {
  it('is trusted if its signature is valid for the reviewed bytes', async () => {
    const { outcome, warnings, lastBlocks, unverified } = await run({ sends: true })
    expect(await outcome).toMatchObject({ status: 'sent' })
    expect([warnings, unverified]).toEqual([[], []])
    expect(lastBlocks).toHaveLength(1)
  })

  it('may use another blockhash: the transaction then does not expire with the reviewed blockhash', async () => {
    const later = writeTransaction({ payer, blockhash: addressOf(8), instructions: [transfer] })
    const { outcome, lastBlocks } = await run({ sends: true, signed: sign(later) })
    expect(await outcome).toMatchObject({ status: 'sent' })
    expect(lastBlocks).toEqual([])
  })

  it('has its transaction verified on the chain later if the browser has no Ed25519', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no Ed25519'))
    onTestFinished(() => importKey.mockRestore())
    const { outcome, lastBlocks, unverified } = await run({ sends: true })
    expect(await outcome).toEqual({ status: 'sent', hash: unverified[0], trace: expect.stringMatching(/^calls:/) })
    expect(lastBlocks).toEqual([])
  })

  it('may raise the priority fee: the transfer is verified on the chain, with a warning', async () => {
    const { outcome, warnings, unverified } = await run({
      sends: true,
      signed: sign(write(...setBudget({ units: 9, price: 9n }), transfer)),
    })
    expect(await outcome).toMatchObject({ status: 'sent' })
    expect(warnings).toHaveLength(1)
    expect(unverified).toEqual([])
  })

  const other = sign(write(transferCoins({ from: payer, to: stranger, lamports: 5n })))

  it.each([
    ['', other],
    [' that cannot be read', new Uint8Array(3)],
    [' (the same payment twice)', sign(write(transfer, transfer))],
  ])('I7: that sent another transaction%s causes the status "unknown" and an error with its hash', async (_, reads) => {
    const { outcome } = await run({ sends: true, signed: other, reads })
    const hash = toBase58(other.slice(1, 65))
    expect(await outcome).toEqual({
      status: 'unknown',
      cause: expect.objectContaining({ code: 'INVALID_DATA', message: expect.stringContaining(hash) }),
    })
  })

  it('I7: causes later verification if its transaction is not on the chain yet', async () => {
    const wait = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run) => queueMicrotask(run) as never)
    onTestFinished(() => wait.mockRestore())
    const { outcome, unverified } = await run({ sends: true, signed: other, reads: null })
    expect(await outcome).toMatchObject({ status: 'unknown', hash: toBase58(other.slice(1, 65)) })
    expect(unverified).toEqual([toBase58(other.slice(1, 65))])
  })

  it('B3: causes the status "unknown" for an unspecific error, since it may have sent the transaction', async () => {
    const { outcome } = await run({ sends: true, throws: new Error('timeout') })
    expect(await outcome).toMatchObject({ status: 'unknown' })
    expect(await outcome).not.toHaveProperty('hash')
  })

  it('B3: causes the status "unknown" without a hash if it returns no signature', async () => {
    const { outcome } = await run({ sends: true, signed: transaction.slice(0, 40) })
    expect(await outcome).toEqual({
      status: 'unknown',
      cause: expect.objectContaining({ code: 'INVALID_DATA', message: expect.stringContaining('is not a signature') }),
    })
  })

  it('causes the status "rejected" for a rejection', async () => {
    expect(await (await run({ sends: true, throws: { code: 4001 } })).outcome).toEqual({ status: 'rejected' })
  })

  it.each([-32600, -32601, -32602, -32700])('has sent nothing if it refused the request with code %i', async (code) => {
    const { outcome } = await run({ sends: true, throws: { code, message: 'Bad request' } })
    await expect(outcome).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: 'Nothing was sent. The wallet or its node refused the request: Bad request',
    })
  })

  it.each([
    { code: -32002, message: 'Transaction simulation failed', data: { err: 'AlreadyProcessed' } },
    { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound' } },
    { code: -32003, message: 'Transaction signature verification failure' },
    { code: -32005, message: 'Node is behind' },
  ])(
    'B3: causes the status "unknown" for a node’s error $code ($message), because an earlier attempt may have succeeded',
    async (throws) => {
      const { outcome } = await run({ sends: true, throws })
      expect(await outcome).toEqual({ status: 'unknown', cause: throws })
    },
  )
})

describe('a script that changes the wallet after it was connected', () => {
  const meddlings: readonly (readonly [string, NonNullable<World['meddle']>])[] = [
    [
      'the features object',
      (wallet, evil) => {
        wallet.features = { ...wallet.features, ...evil }
      },
    ],
    ['each feature', ({ features }, evil) => void Object.assign(features, evil)],
    [
      'the functions of its features',
      ({ features }, evil) => {
        for (const [name, feature] of Object.entries(features)) Object.assign(feature, Reflect.get(evil, name))
      },
    ],
  ]

  it.each(meddlings.flatMap(([what, meddle]) => [true, false].map((sends) => [what, sends, meddle] as const)))(
    'I7: gets no transaction if it replaces %s (wallet sends: %s)',
    async (_, sends, meddle) => {
      const { outcome, caught } = await run({ sends, meddle })
      expect(await outcome).toMatchObject({ status: 'sent' })
      expect(caught).toEqual([])
    },
  )

  it('prevents sending if it removes the feature', async () => {
    const meddle: World['meddle'] = ({ features }) => Reflect.deleteProperty(features, 'solana:signTransaction')
    const { outcome, sent } = await run({ meddle })
    await expect(outcome).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    expect(sent).toEqual([])
  })
})
