/** The same value, of which nothing may be changed. */
export type Readonlys<Value> = Value extends readonly (infer Entry)[]
  ? readonly Readonlys<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Readonlys<Value[Key]> }
    : Value;
