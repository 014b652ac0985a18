import type { OwnPackage } from '../apply/packages/installed.js'

/** Dev server of a site: a program of one of the packages in the site's package.json, and the arguments that start it. */
export interface DevServer {
  readonly packageName: string
  readonly program: string
  /** Port set in the package script. */
  readonly port: number | undefined
  /** Host set in the package script. */
  readonly host: string | undefined
  /** Port that the server uses if none is configured. */
  readonly defaultPort: number
  /** Arguments that start the server on an address. */
  args(host: string, port: number): readonly string[]
}

interface KnownServer {
  readonly packageName: string
  /** Name of the program. Default: the package's name. */
  readonly program?: string
  readonly defaultPort: number
  /** Default arguments, used if no package script of the site starts this server. */
  readonly defaultArgs: readonly string[]
  /**
   * Whether a script with this first argument starts the dev server, and not a build or a production server. Default: compares the argument with the
   * first one of `defaultArgs`.
   */
  isDev?(argument: string | undefined): boolean
  flags(host: string, port: number): readonly string[]
}

const hostAndPort = (host: string, port: number): readonly string[] => ['--host', host, '--port', String(port)]

/** Frameworks precede the tools that they are built on. */
const knownServers: readonly KnownServer[] = [
  {
    packageName: 'next',
    defaultPort: 3000,
    defaultArgs: ['dev'],
    isDev: (argument = 'dev') => argument === 'dev' || argument.startsWith('-'),
    flags: (host, port) => ['--hostname', host, '--port', String(port)],
  },
  {
    packageName: '@react-router/dev',
    program: 'react-router',
    defaultPort: 5173,
    defaultArgs: ['dev'],
    flags: (host, port) => [...hostAndPort(host, port), '--strictPort'],
  },
  { packageName: '@angular/cli', program: 'ng', defaultPort: 4200, defaultArgs: ['serve'], flags: hostAndPort },
  { packageName: 'nuxt', defaultPort: 3000, defaultArgs: ['dev'], flags: hostAndPort },
  { packageName: 'astro', defaultPort: 4321, defaultArgs: ['dev'], flags: hostAndPort },
  {
    packageName: 'vite',
    defaultPort: 5173,
    defaultArgs: [],
    isDev: (argument = '') => !['build', 'preview', 'optimize'].includes(argument),
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
 * The dev server that a package script of the site starts, with the script's arguments. If no script starts a known server, returns the first known
 * server in package.json. Ignores scripts that need a shell or do not start a dev server, such as `next start` and `vite preview`.
 */
export function chooseDevServer({ listed, scripts }: OwnPackage): DevServer | undefined {
  const servers = knownServers.filter(({ packageName }) => listed.has(packageName))
  for (const name of scriptNames) {
    const [program, ...words] = (scripts[name] ?? '').trim().split(/\s+/)
    const server = servers.find(({ packageName, program: name = packageName }) => name === program)
    if (server && startsDev(server, words[0]) && words.every((word) => plainWord.test(word)))
      return withWords(server, words)
  }
  return servers[0] && withWords(servers[0], servers[0].defaultArgs)
}

const startsDev = ({ isDev, defaultArgs }: KnownServer, argument: string | undefined): boolean =>
  isDev ? isDev(argument) : argument === defaultArgs[0]

function withWords(
  { packageName, program = packageName, defaultPort, flags }: KnownServer,
  words: readonly string[],
): DevServer {
  const { value: portText, rest: withoutPort } = takeFlag(words, ['--port', '-p'])
  const { value: host, rest } = takeFlag(withoutPort, ['--host', '--hostname', '-H'])
  const port = /^\d{1,5}$/.test(portText ?? '') ? Number(portText) : undefined
  const args = (host: string, port: number): readonly string[] => [...rest, ...flags(host, port)]
  const allAddresses = '0.0.0.0' // meaning of `--host` without a value
  return { packageName, program, port, host: host === '' ? allAddresses : host, defaultPort, args }
}

/**
 * Removes a flag from the arguments, because `dev` adds its own. Returns the flag's value (`''` if it has none, `undefined` if the flag is absent)
 * and the other arguments.
 */
function takeFlag(
  words: readonly string[],
  names: readonly string[],
): { readonly value: string | undefined; readonly rest: readonly string[] } {
  const at = words.findIndex((word) => names.includes(word.split('=')[0] ?? ''))
  const flag = words[at]
  if (flag === undefined) return { value: undefined, rest: words }
  const [, ownValue] = flag.split('=')
  const next = words[at + 1]
  const nextValue = ownValue === undefined && next !== undefined && !next.startsWith('-') ? next : undefined
  return { value: ownValue ?? nextValue ?? '', rest: words.toSpliced(at, nextValue === undefined ? 1 : 2) }
}
