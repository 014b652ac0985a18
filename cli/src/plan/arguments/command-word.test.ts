import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commandIndex, moveCommandFirst } from './command-word.js'

const program = new Command('cli').version('1.0.0')
program
  .command('create', { isDefault: true })
  .argument('[dir]')
  .option('-y, --yes')
  .option('--name <text>')
  .option('--cwd <folder>')
  .option('--json')
program.command('list').option('--json').option('--cwd <folder>')
program.command('doctor').option('--csp [url]')

describe('commandIndex', () => {
  it.each([
    [['list'], 'list'],
    [['--json', 'list'], 'list'],
    [['-y', 'shop'], 'shop'],
    [['--cwd', 'list', 'shop'], 'shop'],
    [['--cwd=list', 'shop'], 'shop'],
    [['--name', 'list'], undefined],
    [['--csp', 'doctor'], undefined],
    [['--', 'list'], undefined],
    [['--json'], undefined],
    [[], undefined],
  ])('finds the command in %j: %j', (args, word) => {
    const at = commandIndex(args, program)
    expect(at === undefined ? undefined : args[at]).toBe(word)
  })
})

describe('moveCommandFirst', () => {
  it.each([
    [
      ['--json', 'list', '--cwd', 'a'],
      ['list', '--json', '--cwd', 'a'],
    ],
    [
      ['--cwd', 'list', 'list'],
      ['list', '--cwd', 'list'],
    ],
    [
      ['-h', 'list'],
      ['list', '-h'],
    ],
    [
      ['--json', 'help', 'list'],
      ['help', '--json', 'list'],
    ],
  ])('moves the command in %j to the front: %j', (args, ordered) => {
    expect(moveCommandFirst(args, program)).toEqual(ordered)
  })

  it.each([
    [['list', '--json']],
    [['--yes', 'shop']],
    [['--name', 'list']],
    [['--yes', '--', 'list']],
    [['--version', 'list']],
    [['shop', 'list']],
  ])('leaves %j unchanged', (args) => {
    expect(moveCommandFirst(args, program)).toEqual(args)
  })
})
