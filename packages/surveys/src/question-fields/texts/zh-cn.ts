import { megabytesText } from "./megabytes-text.ts";
import type { QuestionTexts } from "./question-texts.ts";

export const zhCn: QuestionTexts = {
  required: "必答",
  optional: "选答",
  choose: "请选择",
  chooseSome: (fewest, most) => {
    if (fewest > 0 && most > 0)
      return fewest === most ? `请选择 ${fewest} 项。` : `请选择 ${fewest} 至 ${most} 项。`;
    return fewest > 0 ? `请至少选择 ${fewest} 项。` : `最多选择 ${most} 项。`;
  },
  noRank: "未排序",
  rankHint: "请为每个选项选择名次，1 为最优先；也可以上移或下移。",
  rankOf: (option) => `“${option}”的名次`,
  moveUp: (option) => `上移“${option}”`,
  moveDown: (option) => `下移“${option}”`,
  up: "上移",
  down: "下移",
  date: "日期",
  time: "时间",
  blankOf: (option, number, count) =>
    count === 1 ? `请填写：${option}` : `请填写第 ${number} 空，共 ${count} 空：${option}`,
  noFiles: "本页面暂不支持上传文件，您可以跳过此题。",
  fileHint: (endings, megabytes, most) =>
    `最多 ${most} 个文件，每个不超过 ${megabytes} MB${endings.length === 0 ? "" : `，支持 ${endings.join("、")}`}。`,
  addFiles: "选择文件",
  keptFiles: "已上传的文件。不想提交的文件请取消勾选。",
  inPart: (part, problem) => `${part}：${problem}`,
  problems: {
    required: () => "请回答此题。",
    part_required: ({ part }) => `请回答“${part ?? ""}”。`,
    not_an_answer: () => "提交的内容不是此题的作答内容。",
    unknown_option: () => "请从此题的选项中选择。",
    one_option: () => "只能选择一项。",
    too_few: ({ limit }) => `请至少选择 ${limit} 项。`,
    too_many: ({ limit }) => `最多选择 ${limit} 项。`,
    exclusive: () => "此选项不能与其他选项同时选择。",
    rank_all: () => "请为每个选项排序。",
    same_rank: () => "有两个选项的名次相同，请检查顺序。",
    too_long: ({ limit }) => `请不要超过 ${limit} 个字符。`,
    one_line: () => "只能填写一行。",
    not_text: () => "文字中有无法保存的字符。",
    control: () => "文字中有无法显示的字符，请重新输入。",
    invisible: () => "文字中没有可见的字符。",
    number: () => "请填写数字，例如 12 或 3.5。",
    email: () => "请填写邮箱地址，例如 name@example.org。",
    phone: () => "请填写电话号码，例如 13800138000。",
    moment: () => "请填写日期、时间或两者，例如 2026-11-01 09:30。",
    mark: ({ from, limit }) => `请选择 ${from} 至 ${limit} 之间的数字。`,
    path: () => "请从列表中选择，直到最后一层。",
    file_count: ({ limit }) => `最多上传 ${limit} 个文件。`,
    file_type: () => "此处不接受这种后缀的文件。",
    file_content: () => "文件内容与文件名后缀不符。",
    file_size: ({ limit }) => `文件超过 ${megabytesText(limit ?? 0)} MB。`,
    file_empty: () => "文件是空的。",
    file_not_stored: () => "文件未能保存，请稍后再试。",
    file_flood: () => "您所在的网络刚刚上传了过多文件，请过几分钟再试。",
    file_gone: () => "您之前上传的文件已不再保留，请重新上传。",
  },
};
