import { messageOf } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { createContractReader, isReverted } from './contract-calls.js'
import { fakeApi, nodeError, you } from './node.test.fixtures.js'
import { toCallError } from './transactions/gas.js'

const failures = ['execution aborted (timeout = 5s)', 'VM execution timed out', 'EVM error: database error: HTTP 429']

describe('an error by which a node reports its own failure', () => {
  it.each(failures)('says nothing about the called contract: %s', async (message) => {
    const error = nodeError(message)
    expect(isReverted(error)).toBe(false)
    expect(toCallError({ data: '0x12345678' }, error)).toBe(error)
    const { api } = fakeApi({ eth_call: error })
    const reader = createContractReader(createFakeContext({ api }), 'eip155:1', new AbortController().signal)
    await expect(reader.readText(you, 'symbol')).rejects.toBe(error)
  })
})

describe('an error by which a node reports a reverted call', () => {
  it.each([
    'execution reverted: timeout',
    'VM Exception while processing transaction: reverted with reason string "timed out"',
    'VM execution error.',
    'EVM error: InvalidFEOpcode',
    'execution aborted',
  ])('is a refusal of the contract: %s', (message) => {
    expect(isReverted(nodeError(message))).toBe(true)
    expect(messageOf(toCallError({ data: '0x12345678' }, nodeError(message)))).toContain('The contract refuses')
  })

  it('is recognized by the code 3 too, whatever the message is', () => {
    expect(isReverted(nodeError('timeout', 3))).toBe(true)
  })
})
