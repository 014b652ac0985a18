/** Code without its comments. What looks like one inside a text stays: the path pattern `blockchain:/v1/*` begins none. */
export const withoutComments = (code: string): string =>
  code.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
    (_, text?: string) => text ?? '',
  )
