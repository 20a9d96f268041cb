const english =
  "a about after all also am an and any are as at be because been but by can could did do does for from get had has have he her him his how i if in into is it its just me more most my no not of on one only or our out she so some than that the their them then there they this to too up us very was we were what when which who will with would you your don't didn't it's i'm isn't";

const chinese =
  "我们 你们 他们 她们 它们 自己 这个 那个 这些 那些 这样 那样 什么 怎么 为什么 哪里 一个 一些 一下 一点 没有 不是 不会 不能 可以 可能 应该 因为 所以 但是 不过 如果 而且 或者 以及 还是 还有 就是 只是 已经 现在 时候 非常 比较 觉得 感觉 希望 需要";

/** Frequent words that say nothing of what was written. */
export const stopWords: ReadonlySet<string> = new Set([...english.split(" "), ...chinese.split(" ")]);
