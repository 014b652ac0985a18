import type { OwnPackage } from '../apply/packages/installed.js'

/** Command that starts a site's dev server: a program of one of the packages in the site's package.json. */
export interface DevServer {
  readonly packageName: string
  readonly program: string
  /** Default port. */
  readonly port: number
  args(host: string, port: number): readonly string[]
}

interface KnownServer {
  readonly packageName: string
  /** Default: the package's name. */
  readonly program?: string
  readonly port: number
  /** Default arguments, used if no package script of the site starts this server. */
  readonly words: readonly string[]
  flags(host: string, port: number): readonly string[]
}

const hostAndPort = (host: string, port: number): readonly string[] => ['--host', host, '--port', String(port)]

/** Frameworks precede the tools that they are built on. */
const knownServers: readonly KnownServer[] = [
  {
    packageName: 'next',
    port: 3000,
    words: ['dev'],
    flags: (host, port) => ['--hostname', host, '--port', String(port)],
  },
  {
    packageName: '@react-router/dev',
    program: 'react-router',
    port: 5173,
    words: ['dev'],
    flags: (host, port) => [...hostAndPort(host, port), '--strictPort'],
  },
  { packageName: '@angular/cli', program: 'ng', port: 4200, words: ['serve'], flags: hostAndPort },
  { packageName: 'nuxt', port: 3000, words: ['dev'], flags: hostAndPort },
  { packageName: 'astro', port: 4321, words: ['dev'], flags: hostAndPort },
  {
    packageName: 'vite',
    port: 5173,
    words: [],
    flags: (host, port) => [...hostAndPort(host, port), '--strictPort', '--clearScreen', 'false'],
  },
]

/** Packages whose dev servers `dev` can start. */
export const devServerNames: readonly string[] = knownServers.map(({ packageName }) => packageName)

/** Package scripts that may start the dev server, in order of precedence. `dev:site` is first, because the script `dev` may run this tool instead. */
const scriptNames = ['dev:site', 'dev', 'start']
/** Matches words without shell syntax. A script with other words is ignored. */
const plainWord = /^[\w@%+=:,./-]+$/

/**
 * The dev server that a package script of the site starts, with the script's arguments. If no script starts one, the first known server in
 * package.json, with its default arguments. Scripts that need a shell are ignored.
 */
export function chooseDevServer({ listed, scripts }: OwnPackage): DevServer | undefined {
  const servers = knownServers.filter(({ packageName }) => listed.has(packageName))
  for (const name of scriptNames) {
    const [program, ...words] = (scripts[name] ?? '').trim().split(/\s+/)
    const server = servers.find(({ packageName, program: name = packageName }) => name === program)
    if (server && words.every((word) => plainWord.test(word))) return withWords(server, words)
  }
  return servers[0] && withWords(servers[0], servers[0].words)
}

const withWords = (
  { packageName, program = packageName, port, flags }: KnownServer,
  words: readonly string[],
): DevServer => ({
  packageName,
  program,
  port,
  args: (host, port) => [...words, ...flags(host, port)],
})
