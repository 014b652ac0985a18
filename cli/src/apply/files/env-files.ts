import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from './read-file.js'

/** Whether a site is built for development (`dev`) or for production. */
export type BuildMode = 'development' | 'production'

export interface EnvFileOptions {
  readonly mode: BuildMode
  /** Whether Vite reads the files. In Vite, `.env.production` takes precedence over `.env.local`. In Next.js, `.env.local` takes precedence. */
  readonly usesVite?: boolean
}

/** Files with environment variables, in order of precedence. */
const envFiles = ({ mode, usesVite = false }: EnvFileOptions): readonly string[] => [
  `.env.${mode}.local`,
  ...(usesVite ? [`.env.${mode}`, '.env.local'] : ['.env.local', `.env.${mode}`]),
  '.env',
]

/** Value of an environment variable in the `.env` files of a site, parsed as dotenv does; `undefined` if none of them sets it. */
export async function readEnvFile(folder: string, name: string, options: EnvFileOptions): Promise<string | undefined> {
  for (const file of envFiles(options)) {
    const value = parseEnv((await readText(join(folder, file))) ?? '')[name]
    if (value !== undefined) return value
  }
  return undefined
}
