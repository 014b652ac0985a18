import { describe, expect, it } from 'vitest'
import { chooseDevServer } from './dev-servers.js'

const commandOf = (listed: readonly string[], scripts: Readonly<Record<string, string>> = {}) => {
  const server = chooseDevServer({ listed: new Set(listed), scripts })
  return server && [server.packageName, ...server.args('127.0.0.1', 5173)].join(' ')
}
const vite = '--host 127.0.0.1 --port 5173 --strictPort --clearScreen false'
const next = '--hostname 127.0.0.1 --port 5173'

describe('the dev server of a site', () => {
  it.each([
    ['its own script', ['vite'], { 'dev:site': 'vite' }, `vite ${vite}`],
    ['the words of that script', ['vite'], { 'dev:site': 'vite --config other.ts' }, `vite --config other.ts ${vite}`],
    ['a framework, where vite is there for tests', ['vite', 'next'], { 'dev:site': 'next dev' }, `next dev ${next}`],
    ['vite, where that is what it starts', ['vite', 'next'], { dev: 'vite' }, `vite ${vite}`],
    ['what it lists, where "dev" is this tool', ['vite'], { dev: 'wallet-modal dev' }, `vite ${vite}`],
    ['what it lists, where there are no scripts', ['next'], {}, `next dev ${next}`],
    ['what it lists, where a script needs a shell', ['vite'], { dev: 'vite && rm x' }, `vite ${vite}`],
    ['what it lists, where a script starts a stranger', ['vite'], { dev: 'webpack serve' }, `vite ${vite}`],
  ] as const)('is that of %s', (_, listed, scripts, command) => {
    expect(commandOf(listed, scripts)).toBe(command)
  })

  it('is none where the site lists none that is known', () => {
    expect(commandOf(['webpack'], { dev: 'vite' })).toBeUndefined()
  })
})
