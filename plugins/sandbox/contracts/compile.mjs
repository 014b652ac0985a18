// Compiles the contracts beside it into src/server/evm/contract-bytecode.ts; with --check it only says whether that file is what they compile to.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

const folder = new URL('./', import.meta.url)
const target = new URL('../src/server/evm/contracts/contract-bytecode.ts', import.meta.url)

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sol'))
  .sort()
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(files.map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }])),
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'shanghai',
    // the same bytes wherever and whenever it is compiled
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  },
}
const output = JSON.parse(solc.compile(JSON.stringify(input)))
const problems = output.errors ?? []
if (problems.length > 0) {
  console.error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  process.exit(1)
}

const entries = files.flatMap((file) => {
  const name = file.replace(/\.sol$/, '')
  const bytes = output.contracts[file][name]?.evm.bytecode.object ?? ''
  const isDeployed = !/^library /m.test(input.sources[file].content)
  return isDeployed ? [`  ${name}:\n    '0x${bytes}',`] : []
})
const text = `// Made by contracts/compile.mjs with solc ${solc.version().split('+')[0]}. Do not edit.

/** What makes each contract of the local EVM chains; the constructor's arguments follow it. */
export const contractBytecode = {
${entries.join('\n')}
} as const satisfies Readonly<Record<string, \`0x\${string}\`>>
`

if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'src/server/evm/contract-bytecode.ts is not what the contracts compile to: run "node contracts/compile.mjs".',
  )
  process.exit(1)
}
