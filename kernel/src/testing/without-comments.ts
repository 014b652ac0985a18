/** Removes comments from code. Keeps comment markers in string literals, such as the pattern `blockchain:/v1/*`. */
export const withoutComments = (code: string): string =>
  code.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
    (_, text?: string) => text ?? '',
  )
