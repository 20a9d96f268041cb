import { surveyScene } from "@survey-open-platform/surveys";
import {
  type DemoRespondent,
  markOf,
  oneOf,
  rankingOf,
  type RemarkTexts,
  someOf,
} from "../demo-respondent.ts";
import { texts, type DemoSurvey, type DemoValues } from "../demo-survey.ts";

const thoughts: RemarkTexts = {
  glad: [
    "通勤省下来的两个小时可以陪孩子，幸福感提升很多。",
    "居家办公时更容易专注写方案，希望长期保持每周两天。",
    "线上站会很高效，十五分钟就能对齐进度。",
    "公司配的显示器和椅子很好用，谢谢行政同事。",
    "弹性安排很人性化，团队氛围没有变差。",
    "希望把优秀的远程协作案例整理成手册分享给大家。",
  ],
  mixed: [
    "居家效率高，但和其他部门沟通明显变慢了。",
    "会议太多，有时候一天开七个线上会。",
    "家里没有独立书房，偶尔会被打扰。",
    "新人刚入职就远程，融入团队比较困难。",
    "希望能明确下班后不必回消息。",
    "VPN 早高峰经常掉线，希望扩容。",
  ],
  cross: [
    "上下班界限完全没有了，晚上十点还在拉会。",
    "报销网络费的流程太复杂，填了三次都被退回。",
    "远程的时候感觉自己像个隐形人，晋升也轮不到。",
  ],
};

function places(person: DemoRespondent, home: number): number[] {
  return someOf(person, [home, 1 - home, 0.08], 2);
}

function answer(person: DemoRespondent): DemoValues {
  const { random, mood, remarks } = person;
  return {
    2: oneOf(person, [38, 24, 22, 16]),
    3: [0.25, 0.4, 0.55, 0.4, 0.7].map((home) => places(person, home)),
    4: random.chance(0.18) ? [1] : someOf(person, [0, 0.35, 0.42, 0.3, 0.33]),
    5: markOf(person, [1, 5], -0.03),
    6: rankingOf(person, [8, 6, 5, 4]),
    7: markOf(person, [0, 10], 0.02),
    8: random.chance(0.45) ? remarks.draw(thoughts, mood) : undefined,
  };
}

/** In Chinese, owned by the premium team and made by another of its members; no longer collecting. */
export const remoteWorkSurvey: DemoSurvey = {
  key: "demo-remote-work",
  owner: { team: "Northstar Outfitters" },
  creator: "lin",
  title: "远程办公体验调研",
  prefix: "各位同事好！为了改进混合办公安排，请花三分钟告诉我们你的真实感受。结果只用于统计。",
  suffix: "谢谢！人力资源部会在下个月的全员会上反馈结果。",
  scene: surveyScene.survey,
  state: "paused",
  respondents: 48,
  openForDays: 41,
  usualSeconds: 170,
  answer,
  pages: [
    {
      questions: [
        { type: "description", title: "关于工作方式", description: "请按最近一个月的实际情况填写。" },
        {
          type: "radio",
          title: "你所在的部门是？",
          required: true,
          options: texts("产品与研发", "门店运营", "市场与客服", "职能部门"),
        },
        {
          type: "matrix_checkbox",
          title: "一周里你通常在哪里办公？",
          description: "每天可多选",
          required: true,
          options: texts("家里", "办公室", "外出"),
          sub_titles: texts("周一", "周二", "周三", "周四", "周五"),
        },
        {
          type: "checkbox",
          title: "远程办公时遇到过哪些困难？",
          options: [
            { text: "没有困难", exclusive: true, no_random: true },
            { text: "网络或设备问题" },
            { text: "沟通变慢" },
            { text: "容易分心" },
            { text: "难以下班" },
          ],
        },
      ],
    },
    {
      questions: [
        { type: "star", title: "你对目前的远程协作工具满意吗？", required: true },
        {
          type: "sort",
          title: "你最看重哪些支持？请排序",
          required: true,
          options: texts("弹性时间", "设备补贴", "更稳定的 VPN", "线下团建"),
        },
        { type: "nps", title: "你有多大可能向朋友推荐在本公司工作？", required: true },
        { type: "textarea", title: "想对公司说的话", max_length: 800 },
      ],
    },
  ],
};
