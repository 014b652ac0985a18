import { createTwoFilesPatch } from 'diff'
import type { FileEdit } from '../changes/change-plan.js'

/** Unified diff of one file, without a line break at the end. Ignores line endings and byte order marks. */
export function unifiedDiff({ path, before, after }: FileEdit): string {
  const [from, to] = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  const patch = createTwoFilesPatch(from, to, plain(before), plain(after), undefined, undefined, { context: 2 })
  return patch.replace(/^=+\n/, '').replace(/\n$/, '') // removes one line break: further white space belongs to the file
}

const plain = (text = ''): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
