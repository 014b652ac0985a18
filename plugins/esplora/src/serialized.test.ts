/// <reference types="node" />
import { Transaction } from 'bitcoinjs-lib'
import { expect, test } from 'vitest'
import { serialized } from './serialized.js'

/** A transaction in the JSON format of `/tx/:txid`. */
const toReply = (transaction: Transaction) => ({
  version: transaction.version,
  locktime: transaction.locktime,
  vin: transaction.ins.map(({ hash, index, script, sequence }) => ({
    txid: Buffer.from(hash).reverse().toString('hex'),
    ...{ vout: index, scriptsig: Buffer.from(script).toString('hex'), sequence },
  })),
  vout: transaction.outs.map(({ value, script }) => ({
    value: Number(value),
    scriptpubkey: Buffer.from(script).toString('hex'),
  })),
})

const build = (outputs: number, scriptLength: number): Transaction => {
  const transaction = new Transaction()
  transaction.version = 2
  transaction.locktime = 812_345
  transaction.addInput(Buffer.alloc(32, 7), 3, 0xfffffffd, Buffer.alloc(scriptLength, 1))
  transaction.addInput(Buffer.from('01'.padStart(64, '0'), 'hex'), 0xffffffff, 0xffffffff)
  transaction.setWitness(0, [Buffer.alloc(70, 9)])
  for (let index = 0; index < outputs; index++)
    transaction.addOutput(Buffer.alloc(22, 5), 2_100_000_000_000_000n - BigInt(index))
  return transaction
}

const read = async (reply: unknown) => serialized['~standard'].validate(reply)

test.each([
  [1, 0],
  [252, 107],
  [253, 253],
  [300, 65_536],
])('a transaction with %i outputs and a script of %i bytes keeps its id', async (outputs, scriptLength) => {
  const transaction = build(outputs, scriptLength)
  const result = await read(toReply(transaction))
  const again = Transaction.fromHex('value' in result ? result.value : '')
  expect(again.getId()).toBe(transaction.getId())
})

test.each([
  ['an amount beyond all bitcoins', { vout: [{ value: 2_100_000_000_000_001, scriptpubkey: '' }] }],
  ['a script that is not hex', { vout: [{ value: 1, scriptpubkey: 'abc' }] }],
  ['a sequence of 33 bits', { vin: [{ txid: 'ab'.repeat(32), vout: 0, scriptsig: '', sequence: 2 ** 32 }] }],
  ['no inputs', { vin: undefined }],
])('a transaction with %s is rejected', async (_, change) => {
  await expect(read({ ...toReply(build(1, 0)), ...change })).rejects.toThrow()
})
