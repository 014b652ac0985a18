import { getContractAddress, size, slice } from 'viem'
import { expect, it } from 'vitest'
import { create2Factory, smartAccountContract, smartAccountCreation } from './smart-account-contract.js'

it('the smart account contract is the published one: its address is derived from its code', () => {
  const [salt, bytecode] = [slice(smartAccountCreation, 0, 32), slice(smartAccountCreation, 32)]
  expect(size(bytecode)).toBe(0x413 + 0x1c)
  const made = getContractAddress({ opcode: 'CREATE2', from: create2Factory, salt, bytecode })
  expect(made.toLowerCase()).toBe(smartAccountContract)
})
