import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, workspaces } from '../setup/workspaces.mjs'

/** Source file with its text. `file` is relative to the repository, with forward slashes. */
export interface TextFile {
  readonly file: string
  readonly code: string
}

/** All files below a folder, without `node_modules`. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(repository.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !file.includes('node_modules/'))
}

const read = (file: string): TextFile => ({ file, code: readFileSync(join(repository, file), 'utf8') })

/** TypeScript files below the `src` folder of every package. */
const packageFiles = (): readonly string[] =>
  workspaces()
    .flatMap(({ folder }) => filesBelow(`${folder}/src`))
    .filter((file) => /\.tsx?$/.test(file))

/** Source files of every package, without tests. */
export function sources(): readonly TextFile[] {
  return packageFiles()
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(read)
}

/** Source files of every package with their tests, and all TypeScript files below `tests`. */
export function sourcesAndTests(): readonly TextFile[] {
  return [...packageFiles(), ...filesBelow('tests').filter((file) => /\.tsx?$/.test(file))].map(read)
}
