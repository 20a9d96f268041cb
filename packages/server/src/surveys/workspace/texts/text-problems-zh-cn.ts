/** What is wrong with a survey text or its JSON, in Chinese, by what the parser says in English. */
const known: Readonly<Record<string, string>> = {
  "a matrix needs a line with its columns, and then one for each row":
    "矩阵题需要一行列标题，之后每行一个行标题",
  "a question of this type has no lines of its own": "这种题型下面不应有内容",
  "a question of this type needs its options, one a line": "这种题型需要选项，每行一个",
  "no type has the name in the brackets, so this would be a single choice; look at the example for the names":
    "没有方括号中的题型，因此会当作单选题；题型名称请参考示例",
  "asks for more choices than there can be": "要求选择的项数超过了可选的项数",
  "has more text than a question can have": "内容超过了一道题的上限",
  "has tabs between words: this is a table, and not a survey text": "含有制表符：这是表格，不是问卷文本",
  "is the introduction, as it has no labels, and there is no question":
    "没有题型标签，因此作为欢迎语，问卷中没有题目",
  "a scale has one line, such as 1~5": "量表题只需要一行，例如 1~5",
  "a scale runs from 0 or 1 to a number from 2 to 10, such as 1~5":
    "量表从 0 或 1 开始，到 2 至 10 之间的数结束，例如 1~5",
  "has more parts than it can have": "内容超过了上限",
  "has nothing on one side of a +": "加号的一边没有内容",
  "must be a label and its blank, such as Name: ____": "应为标签和填空，例如 姓名：____",
  "needs a line with the titles of its levels, and then lines such as A+A1+A2":
    "需要一行各级标题，之后每行一条路径，例如 A+A1+A2",
  "needs its blanks, such as Name: ____": "需要填空，例如 姓名：____",
  "a path has more texts than there are levels": "路径的级数超过了各级标题的数量",
  "a path is there twice, or goes on from where another ends": "路径重复，或从另一条路径的末尾继续",
  "must be a file name ending such as pdf": "应为文件扩展名，例如 pdf",
  "must be well-formed Unicode without NUL characters": "包含无法保存的字符",
  "must have no control characters": "不能有控制字符",
  "must be in one line, without spaces at its ends": "应为一行，首尾没有空格",
  "must have characters that can be seen": "应包含可见的字符",
  "must have four underscores for each blank, and at most 20 blanks": "每个填空用四个下划线，最多 20 个",
  "two blanks have the same label": "有两个填空的标签相同",
  "two options say the same": "有两个选项相同",
  "two rows say the same": "有两行相同",
  "has neither pages nor elements, so it is no survey of SurveyJS":
    "没有 pages 或 elements，不是 SurveyJS 问卷",
  "has its choices from an address": "选项来自网址",
  "is the JSON form of this platform, and not of SurveyJS": "是本平台的问卷 JSON，不是 SurveyJS 的",
  "is XML or HTML, and not JSON": "是 XML 或 HTML，不是 JSON",
  "is XML or HTML, and not a survey text": "是 XML 或 HTML，不是问卷文本",
  "is JSON, and not a survey text": "是 JSON，不是问卷文本",
  "is nested too deep": "嵌套层数过多",
  "is not JSON: it ends too early": "不是完整的 JSON，提前结束",
  "needs options": "缺少选项（options）",
  "has two options, rows or blanks with the same code": "有两个选项、行或填空的编码相同",
  "needs subTitles, its rows": "缺少行（subTitles）",
  "needs blank_setting, its blanks": "缺少填空（blank_setting）",
  "needs starNum from 2 to 10; a net promoter score has 0 to 10": "starNum 应为 2 至 10；NPS 题从 0 到 10",
  "needs levels, and groups that each come after their parent and are no deeper than the levels":
    "缺少各级标题（levels），或某个选项（groups）排在它的上级之前，或层数多于各级标题",
  "needs file_type_limit": "缺少允许的文件后缀（file_type_limit）",
  "has two options or rows that say the same": "有两个选项或两行相同",
  "must be one line of well-formed Unicode without NUL characters": "应为一行文字，且没有无法保存的字符",
  "a page needs a question": "每页至少需要一道题",
  "has a form that does not fit here": "不符合格式",
  "is missing": "缺少内容",
  "must be a list": "应为列表",
  "must be a number": "应为数字",
  "must be a text": "应为文字",
  "must be a whole number": "应为整数",
  "must be an object": "应为对象",
  "must be true or false": "应为 true 或 false",
  "must have at least 1 character": "不能为空",
};

/** Messages with numbers, names or forms in them. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/^is not JSON: it goes wrong in line (\d+)$/, "不是 JSON，第 $1 行有误"],
  [/^a page can have at most (\d+) questions$/, "每页最多 $1 道题"],
  [/^\[(.*)\] is no type known here, and stays text of the question$/s, "没有“$1”这种题型，作为题目文字保留"],
  [
    /^\[(.*)\] stands where it says nothing about the question, and stays text of it$/s,
    "“$1”的位置不作为标签识别，作为题目文字保留",
  ],
  [/^begins a text of more than (\d+) bytes$/, "文本超过了 $1 字节"],
  [/^a survey can have at most (\d+) pages$/, "问卷最多 $1 页"],
  [/^is a survey of (.+) and not of SurveyJS$/, "是 $1 的问卷，不是 SurveyJS 的"],
  [/^has (\d+) parts, but there are (\d+) levels$/, "有 $1 段，但只有 $2 级"],
  [/^has an id that is reserved: (.*)$/, "ID 不能使用：$1"],
  [/^has an id that is there twice: (.*)$/, "ID 重复：$1"],
  [/^has what does not belong here: (.+)$/, "没有这个字段：$1"],
  [/^must be at least (\d+)$/, "不能小于 $1"],
  [/^must be at most (\d+)$/, "不能大于 $1"],
  [/^must be one of (.+)$/, "应为以下之一：$1"],
  [/^must have at least (\d+) entr(?:y|ies)$/, "至少需要 $1 项"],
  [/^must have at most (\d+) characters?$/, "不能超过 $1 个字符"],
  [/^must have at most (\d+) entr(?:y|ies)$/, "不能超过 $1 项"],
  [/^must match (.+)$/, "格式应为 $1"],
];

/** A message of the parser in Chinese; one that is not known stays as it is. */
export function textProblemInChinese(message: string): string {
  if (Object.hasOwn(known, message)) return known[message] ?? message;
  return patterns.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
}
