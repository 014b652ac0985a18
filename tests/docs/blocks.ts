import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, workspaces } from '../setup/workspaces.mjs'

/** A code block of a page. CONTRIBUTING.md explains the attributes after its three backticks. */
export interface Block {
  /** The page, relative to the repository. */
  readonly page: string
  /** Line number, in the page, of the first line of `code`. */
  readonly line: number
  readonly language: string
  /** File name. Named blocks of one page are in one folder and may import each other. */
  readonly file: string | undefined
  /** Why the block is not checked. */
  readonly ignored: string | undefined
  readonly code: string
}

/** Every page whose code blocks and links are checked. */
export function textPages(): readonly string[] {
  const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && !name.startsWith('docs/dist/'))
  const readmes = workspaces().map(({ folder }) => `${folder}/README.md`)
  return ['README.md', ...docs.sort(), ...readmes.filter((name) => existsSync(join(repository, name)))]
}

export const readPage = (page: string): string => readFileSync(join(repository, page), 'utf8')

/** The fenced blocks of a page. */
export function blocksOf(page: string, text: string = readPage(page)): readonly Block[] {
  return [...text.matchAll(/^( *)```(\S*) *([^\n]*)\n([\s\S]*?)^\1```$/gm)].map((found) => {
    const [, , language = '', rest = '', code = ''] = found
    const [, ignored] = /^ignore="(.+)"$/.exec(rest) ?? []
    return {
      page,
      line: text.slice(0, found.index).split('\n').length + 1,
      language,
      file: ignored === undefined && rest !== '' ? rest : undefined,
      ignored,
      code,
    }
  })
}
