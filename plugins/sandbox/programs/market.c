/*
 * Token pools of the sandbox's Solana chain. The program accepts `route_v2`, the swap instruction of Jupiter's program (version 6), with the same
 * arguments and the same first ten accounts. They are followed by the authority of the pools, and by four accounts for each step of the route.
 *
 * Data: discriminator of the instruction (8 bytes), in_amount u64, quoted_out_amount u64, slippage_bps u16, platform_fee_bps u16,
 * positive_slippage_bps u16, then the steps: the program reads only their number (u32). The last byte is the bump of the pools' authority.
 * Accounts: 0 swapping account (signer), 1 its source token account, 2 its destination token account, 3 source mint, 4 destination mint,
 * 5 source token program, 6 destination token program, 7 and 8 unused, 9 this program, 10 authority of the pools (program-derived address of the
 * seed "pools"). Then for each step: the pool's token account for the input, its token account for the output, output mint, output token program.
 *
 * The program does not verify the pool accounts: it must not be used on a public chain.
 *
 * The pools use the constant-product formula with a fee of 0.3 % on the input. Errors: 1 malformed instruction, 2 numbers too large, 6001 the output
 * is below the quoted amount less the slippage.
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

typedef struct { u8 x[32]; } key;
typedef struct { const key *pubkey; u8 is_writable; u8 is_signer; } meta;
typedef struct { const key *program; const meta *accounts; u64 account_count; const u8 *data; u64 data_length; } instruction;
typedef struct {
  const key *key; u64 *lamports; u64 data_length; u8 *data; const key *owner; u64 rent_epoch; u8 is_signer, is_writable, executable;
} account;
typedef struct { const u8 *address; u64 length; } seed;
typedef struct { const seed *address; u64 length; } signer;

extern u64 sol_invoke_signed_c(const instruction *, const account *, u64, const signer *, u64);

#define MAX_ACCOUNTS 24
#define FIRST 10
#define HEAP 0x300000000ULL
#define PER_STEP 4
#define MALFORMED 1
#define TOO_LARGE 2
#define SLIPPAGE 6001

/* Input of a program; see "Input Parameter Serialization" in Solana's documentation. */
static inline __attribute__((always_inline)) u64 read_accounts(u8 *input, account *out, u64 count, u8 **rest) {
  for (u64 at = 0; at < count; at++) {
    u8 marker = *input;
    if (marker != 0xff) {
      if (marker >= at) return 0;
      out[at] = out[marker];
      input += 8;
      continue;
    }
    out[at].is_signer = input[1];
    out[at].is_writable = input[2];
    out[at].executable = input[3];
    input += 8;
    out[at].key = (key *)input;
    out[at].owner = (key *)(input + 32);
    out[at].lamports = (u64 *)(input + 64);
    u64 length = *(u64 *)(input + 72);
    out[at].data_length = length;
    out[at].data = input + 80;
    input += 80 + length + 10240;
    input = (u8 *)(((u64)input + 7) & ~7ULL);
    out[at].rent_epoch = *(u64 *)input;
    input += 8;
  }
  *rest = input;
  return 1;
}

static inline __attribute__((always_inline)) u64 read64(const u8 *at) {
  u64 value = 0;
  for (int i = 7; i >= 0; i--) value = value << 8 | at[i];
  return value;
}

/* Balance of a token account. */
static inline __attribute__((always_inline)) u64 token_balance(const account *token_account) {
  return token_account->data_length < 72 ? 0 : read64(token_account->data + 64);
}

/* a * b / c, rounded down, with a 128-bit intermediate result. Returns all bits set if the result does not fit. */
static __attribute__((noinline)) u64 mul_div(u64 a, u64 b, u64 c) {
  u64 low_a = a & 0xffffffff, high_a = a >> 32, low_b = b & 0xffffffff, high_b = b >> 32;
  u64 low = low_a * low_b, middle = high_a * low_b + (low >> 32), other = low_a * high_b + (middle & 0xffffffff);
  u64 high = high_a * high_b + (middle >> 32) + (other >> 32);
  low = other << 32 | (low & 0xffffffff);
  if (high >= c) return ~0ULL;
  u64 quotient = 0;
  for (int i = 0; i < 64; i++) {
    u64 carry = high >> 63;
    high = high << 1 | low >> 63;
    low <<= 1;
    quotient <<= 1;
    if (carry || high >= c) {
      high -= c;
      quotient |= 1;
    }
  }
  return quotient;
}

/* Moves tokens by `TransferChecked`. */
static __attribute__((noinline)) u64 transfer(const account *all, u64 count, const u64 *at, u64 amount, const signer *by) {
  /* `at` contains five indexes in `all`: source account, mint, destination account, owner, token program */
  meta metas[4];
  u8 data[10];
  for (u64 i = 0; i < 4; i++) {
    metas[i].pubkey = all[at[i]].key;
    metas[i].is_writable = i == 0 || i == 2;
    metas[i].is_signer = i == 3;
  }
  data[0] = 12;
  for (int i = 0; i < 8; i++) data[1 + i] = amount >> (8 * i);
  data[9] = all[at[1]].data[44];
  instruction call;
  call.program = all[at[4]].key;
  call.accounts = metas;
  call.account_count = 4;
  call.data = data;
  call.data_length = 10;
  return sol_invoke_signed_c(&call, all, count, by, by ? 1 : 0);
}

u64 entrypoint(u8 *input) {
  account *all = (account *)HEAP; /* the accounts do not fit into one stack frame */
  u64 count = *(u64 *)input;
  u8 *rest;
  if (count < FIRST + 1 + PER_STEP || count > MAX_ACCOUNTS) return MALFORMED;
  if (!read_accounts(input + 8, all, count, &rest)) return MALFORMED;
  u64 length = *(u64 *)rest;
  const u8 *data = rest + 8;
  if (length < 36 || read64(data) != 0x14afc431ccfa64bbULL) return MALFORMED;
  u64 amount = read64(data + 8), quoted = read64(data + 16);
  u64 slippage = data[24] | (u64)data[25] << 8;
  u64 steps = read64(data + 26) >> 32;
  if (slippage > 10000 || steps == 0 || count != FIRST + 1 + PER_STEP * steps || !all[0].is_signer) return MALFORMED;

  u8 name[5];
  name[0] = 'p'; name[1] = 'o'; name[2] = 'o'; name[3] = 'l'; name[4] = 's';
  u8 bump = data[length - 1];
  seed seeds[2];
  seeds[0].address = name;
  seeds[0].length = 5;
  seeds[1].address = &bump;
  seeds[1].length = 1;
  signer authority;
  authority.address = seeds;
  authority.length = 2;

  u64 source = 1, mint = 3, program = 5;
  for (u64 step = 0; step < steps; step++) {
    u64 base = FIRST + 1 + PER_STEP * step;
    u64 in = token_balance(&all[base]), out = token_balance(&all[base + 1]);
    u64 net = mul_div(amount, 997, 1000);
    if (net == ~0ULL || in + net < in) return TOO_LARGE;
    u64 received = mul_div(out, net, in + net);
    u64 into[5];
    into[0] = source; into[1] = mint; into[2] = base; into[3] = step == 0 ? 0 : FIRST; into[4] = program;
    u64 error = transfer(all, count, into, amount, step == 0 ? 0 : &authority);
    if (error) return error;
    /* if another step follows, that step transfers the tokens directly from this pool to the next pool */
    if (step + 1 < steps) {
      source = base + 1;
    } else {
      u64 minimum = quoted - mul_div(quoted, slippage, 10000);
      if (received < minimum) return SLIPPAGE;
      u64 from[5];
      from[0] = base + 1; from[1] = base + 2; from[2] = 2; from[3] = FIRST; from[4] = base + 3;
      error = transfer(all, count, from, received, &authority);
      if (error) return error;
    }
    mint = base + 2;
    program = base + 3;
    amount = received;
  }
  return 0;
}
